"""Formulas in LaTeX drawn as SVG, in a process of their own: drawing one keeps Python busy for long."""
