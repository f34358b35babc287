"""Drafting methods: one file each, found by table."""

from collections.abc import Mapping

from app.engine.worker.drafters.block import BlockDrafter

DRAFTERS: Mapping[str, type[BlockDrafter]] = {"dspark": BlockDrafter, "dflash": BlockDrafter}
