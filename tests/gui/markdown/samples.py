"""Replies that are drawn in tests: everything that Markdown has, and what breaks renderers."""

EVERYTHING = """# Heading with an emoji 🚀

A *small* draft **proposes**; see [the paper](https://example.org/x?a=1) for `details` & more.
<b>HTML</b> &amp; entities.

Text right before a list:
- one
- two with `code`
  - nested **bold**
  - nested 👩‍👩‍👧

- loose third

  ```python
  def nested(x: int) -> str:
      return f"{x}"  # 🚀 comment
  ```

  goes on
- last

1. First
2. Second
3. Third

Setext heading
--------------

```python
class Draft:
    \"\"\"Proposes.\"\"\"
```

> quoted *words*
> over two lines
>
> ```
> code in a quote
> ```

| Method | Accepted |
|:-------|---------:|
| plain  | –        |
| DSpark | **3.9**  |

---

Line one
line two with ~~struck~~ and 日本語 and ![a picture](https://example.org/p.png) and [ref].

[ref]: https://example.org/ref

    indented code

Last words.
"""

LONG_TABLE = "| a | b |\n|---|---|\n" + "".join(f"| {n} | **{n}** |\n" for n in range(230))

SAMPLES = {
    "everything": EVERYTHING,
    "empty": "",
    "open fence": "Before\n\n```python\nprint(1)\n",
    "open marks": "some **bold and `code and [link](",
    "only marks": "---",
    "html": "<script>alert(1)</script>\n\n<img src='https://example.org/x.png'>\n",
    "crlf": "one\r\n\r\n- two\r\n- three\r\n",
    "deep": "> " * 30 + "deep\n" + "- " * 30 + "list\n",
    "table in a list": "- a\n\n  | x | y |\n  |---|---|\n  | 1 | 2 |\n",
    "nulls": "a\x00b\u2028c\ufffdd",
    "numbered from 7": "7. seven\n8. eight\n",
}
