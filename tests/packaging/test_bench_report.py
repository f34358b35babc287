"""Measured figures as tables and JSON, and whether goals are met."""

from bench.report import Figure, Goal, Runs, Section, as_json, ratio, table


def test_the_median_stands_with_its_spread() -> None:
    speed = Figure("speed", "tokens/s", (90.0, 1234.5, 110.0))
    text = table([Section("Decoding", [speed], ["in turns"])])
    title, headings, row, remark, *_ = text.splitlines()
    assert title == "== Decoding"
    assert headings.split() == ["what", "median", "lowest", "highest", "runs", "goal"]
    assert row.split() == ["speed", "110", "tokens/s", "90", "1,234", "3"]
    assert remark.strip() == "in turns"


def test_columns_are_in_line() -> None:
    rows = [Figure("a", "s", (0.5, 0.25)), Figure("a longer name", "MB/s", (1000.0, 2000.0))]
    _, headings, *lines = table([Section("t", rows)]).splitlines()
    ends = headings.index("median") + len("median")
    assert [line[:ends].rstrip().endswith(unit) for line, unit in zip(lines, ("s", "MB/s"), strict=False)] == [
        True,
        True,
    ]
    assert len({line.rindex("2") for line in lines[:2]}) == 1


def test_a_goal_is_met_or_missed_by_the_median() -> None:
    most = Figure("share", "%", (2.0, 9.0, 3.0), Goal("at most", 3.0))
    least = Figure("rate", "x", (0.4,), Goal("at least", 0.5))
    text = table([Section("t", [most, least])])
    assert "at most 3: met" in text
    assert "at least 0.5: MISSED" in text


def test_ratios_compare_neighbours() -> None:
    ours, theirs = Figure("ours", "s", (2.0, 9.0)), Figure("theirs", "s", (1.0, 3.0))
    assert ratio("ours / theirs", ours, theirs) == Figure("ours / theirs", "x", (2.0, 3.0))


def test_runs_come_out_in_the_order_they_were_first_seen() -> None:
    runs = Runs({"b": Goal("at most", 1.0)})
    for value in (1.0, 2.0):
        runs.add("b", "s", value)
        runs.add("a", "s", -value)
    assert list(runs.figures().values()) == [
        Figure("b", "s", (1.0, 2.0), Goal("at most", 1.0)),
        Figure("a", "s", (-1.0, -2.0)),
    ]


def test_json_holds_single_values_and_goals() -> None:
    figure = Figure("share", "%", (2.0, 4.0), Goal("at most", 3.5))
    content = as_json({"system": "x"}, [Section("t", [figure], ["r"])])
    goal = {"kind": "at most", "value": 3.5, "is_met": True}
    told = {"name": "share", "unit": "%", "median": 3.0, "values": [2.0, 4.0], "goal": goal}
    assert content == {
        "machine": {"system": "x"},
        "sections": [{"title": "t", "figures": [told], "remarks": ["r"]}],
    }
