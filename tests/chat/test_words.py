"""Words as searches compare them, and the line that shows where they stand."""

import pytest

from app.chat.words import Term, excerpt, terms_of, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Grüße, ÉCOLE naïve!", "grusse ecole naive"),
        ("it_all is 3.5 %\n\tC++", "it all is 3 5 c"),
        ("数据库 and かな", "数 据 库 and か な"),
        ("สวัสดี", "ส ว ั ส ด ี"),
        ("👩‍👩‍👧 ok 👍🏽", "👩 👩 👧 ok 👍"),
        ("❤️ 5 €", "❤ 5 €"),
        ("हिन्दी में", "हिन्दी में"),
        ("שָׁלוֹם مُحَمَّد", "שלום محمد"),
        ("ﬁne Ａ１ ①", "fine a1 1"),
        ("so\xadft ΣΊΣΥΦΟΣ", "soft σισυφοσ"),
        ("\0 \ud800 ->", ""),
    ],
)
def test_texts_become_words(text: str, words: str) -> None:
    assert words_of(text) == words


def test_queries_become_terms() -> None:
    assert terms_of('two "whole Words" Beg') == (
        Term(("two",)),
        Term(("whole", "words")),
        Term(("beg",), is_begun=True),
    )
    assert terms_of('数据 "done"') == (Term(("数", "据")), Term(("done",)))
    assert terms_of("-> ...") == ()
    assert terms_of('"never closed') == (Term(("never",)), Term(("closed",), is_begun=True))


def test_the_line_around_a_place_says_where_it_is() -> None:
    text = "pad " * 500 + "Über\n\n die Straße  gehen, über alles" + " pad" * 500
    line, spans = excerpt(text, [term.pattern for term in terms_of("uber strass")])
    assert [line[start:end] for start, end in spans] == ["Über", "Straß", "über"]
    assert line.startswith(("…pad", "… pad"))
    assert line.endswith("…") and "Über die Straße gehen" in line and len(line) < 180


def test_a_place_across_two_stretches_is_found() -> None:
    text = "x" * 395 + " begin here"
    line, spans = excerpt(text, [term.pattern for term in terms_of('"begin here"')])
    assert [line[start:end] for start, end in spans] == ["begin here"]


def test_the_line_is_where_most_of_the_words_are() -> None:
    text = "the house, the tree. " * 40 + "In the haystack lies the needle. " + "the end, the very end. " * 40
    line, spans = excerpt(text, [term.pattern for term in terms_of("the needle")])
    assert {line[start:end] for start, end in spans} == {"the", "needle"}
    far = "needle " + "pad " * 200 + "the end"
    line, spans = excerpt(far, [term.pattern for term in terms_of("the needle")])
    assert line.startswith("needle pad") and spans == ((0, 6),)


def test_words_within_words_are_marked_once() -> None:
    patterns = [term.pattern for term in terms_of("database data")]
    assert excerpt("a database", patterns) == ("a database", ((2, 10),))


def test_emoji_and_letters_without_spaces_are_marked_whole() -> None:
    line, spans = excerpt("我的数据库 👩‍👩‍👧!", [term.pattern for term in terms_of("数据 👩‍👩‍👧")])
    assert [line[start:end] for start, end in spans] == ["数据", "👩‍👩‍👧"]


def test_without_a_place_the_line_is_the_beginning() -> None:
    assert excerpt("short", ["nothing"]) == ("short", ())
    assert excerpt("", ["nothing"]) == ("", ())
