"""Conversations through templates: ordinary ones, picky ones, broken ones and hostile ones."""

import json
import time
import tracemalloc
from functools import partial

import pytest
from jinja2 import Environment
from jinja2.sandbox import ImmutableSandboxedEnvironment

from app.engine.protocol import ChatMessage
from app.engine.worker.prompt import Template
from app.engine.worker.templating import budget
from app.engine.worker.templating.families import guess_family, merge_system

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
# What templates in the field do, in one: namespaces, macros, slices, filters, methods, break, dates, JSON.
ELABORATE = """
{%- macro content_of(message) -%}
    {%- if message.content is string -%}
        {{ message.content | trim }}
    {%- else -%}
        {%- for part in message.content if part.type == 'text' %}{{ part['text'] }}{% endfor -%}
    {%- endif -%}
{%- endmacro -%}
{%- set ns = namespace(system='', last_user=-1, seen=[]) -%}
{%- if messages[0]['role'] in ['system', 'developer'] -%}
    {%- set ns.system = messages[0].get('content', '') | trim -%}
    {%- set turns = messages[1:] -%}
{%- else -%}
    {%- set turns = messages -%}
{%- endif -%}
{{- bos_token }}{% if ns.system %}{{ '<|turn>system\\n' + ns.system + '<turn|>\\n' }}{% endif -%}
{%- for message in turns[::-1] -%}
    {%- if message.role == 'user' -%}{%- set ns.last_user = turns | length - loop.index -%}{%- break -%}{%- endif -%}
{%- endfor -%}
{%- for message in turns -%}
    {%- set ns.seen = ns.seen + [message.role] -%}
    {%- set role = 'model' if message.role == 'assistant' else message.role -%}
    {{- '<|turn>%s %d\\n' | format(role, loop.index0) -}}
    {% generation %}
    {{- content_of(message).split('</think>')[-1].lstrip('\\n') -}}
    {% endgeneration %}
    {{- '<turn|>\\n' if not loop.last or add_generation_prompt else '' -}}
{%- endfor -%}
{{- {'roles': ns.seen, 'at': ns.last_user} | tojson }}
{{- ' ' ~ (turns | selectattr('role', 'equalto', 'user') | list | length) }}
{{- ' ' ~ (turns | map(attribute='role') | unique | join('+') | upper) }}
{{- ' ' ~ '{}-{}'.format('a', 'b') ~ ' ' ~ 'x'.replace('x', 'y') ~ ' ' ~ ', '.join(ns.seen[:1]) }}
{%- if tools is not none and tools %}{{ tools | tojson(indent=4) }}{% endif %}
{%- if enable_thinking is defined and not enable_thinking %}never{% endif -%}
{{- '\\n' }}{% if add_generation_prompt %}{{ '<|turn>model\\n' }}{% endif %}"""
ALTERNATING = """{{ bos_token }}{% for m in messages %}
{%- if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('roles must alternate') }}{% endif %}
{%- if m['role'] == 'user' %}[INST] {{ m['content'] }} [/INST]{% else %}{{ m['content'] ~ eos_token }}{% endif %}
{%- endfor %}"""
TYPED = (
    "{% for m in messages %}{{ m.role }}: {% for part in m.content %}{{ part.text }}{% endfor %}{{ '\\n' }}{% endfor %}"
)
FORGETFUL = "{% for m in messages if m.role != 'system' %}{{ m.role }}: {{ m.content }}\n{% endfor %}"

USER = ChatMessage("user", "How are you?")
ASSISTANT = ChatMessage("assistant", "Fine.")
SYSTEM = ChatMessage("system", "Be brief.")


def template(source: str | None, architecture: str = "qwen3", bos: str = "<s>", eos: str = "</s>") -> Template:
    return Template.from_model(source, architecture, bos, eos)


def codes(of: Template) -> list[str]:
    return [notice.code for notice in of.notices]


def test_a_plain_template_renders() -> None:
    chatml = template(CHATML)
    assert chatml.render([SYSTEM, USER]) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHow are you?<|im_end|>\n<|im_start|>assistant\n"
    )
    assert chatml.notices == ()


def test_an_elaborate_template_renders_as_it_was_meant() -> None:
    elaborate = template(ELABORATE)
    assert elaborate.notices == ()
    reply = ChatMessage("assistant", "<think>hm</think>\nFine.")
    assert elaborate.render([SYSTEM, USER, reply, USER]) == (
        "<s><|turn>system\nBe brief.<turn|>\n"
        "<|turn>user 0\nHow are you?<turn|>\n"
        "<|turn>model 1\nFine.<turn|>\n"
        "<|turn>user 2\nHow are you?<turn|>\n"
        '{"roles": ["user", "assistant", "user"], "at": 2} 2 USER+ASSISTANT a-b y user\n'
        "<|turn>model\n"
    )


@pytest.mark.parametrize(
    "source", [CHATML, ELABORATE.replace("{% generation %}", "").replace("{% endgeneration %}", "")]
)
def test_bounds_do_not_change_what_jinja_makes(source: str) -> None:
    plain = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    # As chat templates expect it; jinja2's own sorts keys and escapes for HTML.
    plain.filters["tojson"] = partial(json.dumps, ensure_ascii=False)
    messages = [SYSTEM, USER, ASSISTANT, ChatMessage("user", "日本語 {{ 1 }} <b>'\"&\n\n")] * 3
    expected = plain.from_string(source).render(
        messages=[{"role": m.role, "content": m.content} for m in messages],
        add_generation_prompt=True,
        bos_token="<s>",
        eos_token="</s>",
        tools=None,
    )
    assert template(source).render(messages) == expected


def test_tokens_of_the_model_reach_the_template() -> None:
    assert template("{{ bos_token }}{{ messages[0].content }}{{ eos_token }}").render([USER]) == "<s>How are you?</s>"
    assert template("[{{ bos_token }}]{{ messages[0].content }}", bos="").render([USER]) == "[]How are you?"


def test_json_is_not_escaped_for_html() -> None:
    rendered = template("{{ messages[0].content | tojson }}").render([ChatMessage("user", "<é'>")])
    assert rendered == '"<é\'>"'


def test_a_date_is_today() -> None:
    assert template("{{ strftime_now('%Y') }}{{ messages[0].content }}").render([USER]).startswith("20")


def test_a_refused_system_message_goes_into_the_first_user_turn() -> None:
    picky = template(
        "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}" + CHATML
    )
    assert picky.render([SYSTEM, USER]) == chatml_of("Be brief.\n\nHow are you?")
    assert picky.notices == ()


def test_a_system_message_that_would_be_dropped_in_silence_is_kept() -> None:
    assert template(FORGETFUL).render([SYSTEM, USER]) == "user: Be brief.\n\nHow are you?\n"


def test_turns_of_one_role_become_one_where_they_must_alternate() -> None:
    picky = template(ALTERNATING)
    assert picky.render([USER, USER, ASSISTANT]) == "<s>[INST] How are you?\n\nHow are you? [/INST]Fine.</s>"
    assert picky.render([SYSTEM, USER]) == "<s>[INST] Be brief.\n\nHow are you? [/INST]"
    assert picky.render([ASSISTANT, USER]) == "<s>[INST]  [/INST]Fine.</s>[INST] How are you? [/INST]"
    assert picky.render([SYSTEM, ASSISTANT, USER]) == "<s>[INST] Be brief. [/INST]Fine.</s>[INST] How are you? [/INST]"
    assert picky.notices == ()


def test_a_template_that_wants_content_in_parts_gets_parts() -> None:
    assert template(TYPED).render([SYSTEM, USER]) == "system: Be brief.\nuser: How are you?\n"


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ messages.append({}) }}",
        "{{ cycler.__init__.__globals__.os.popen('true').read() }}",
        "{{ self.__init__.__globals__ }}",
        "{{ range.__class__ }}",
        "{% set x = namespace(a=1) %}{{ x.__class__ }}",
        "{{ '{0.__class__}'.format(messages) }}",
        "{{ (messages[0].content.format)('x'.__class__) }}",
        "{{ messages.__getattribute__('append') }}",
        "{{ 'x'.encode() }}",
        "{{ (1).to_bytes(1000000000, 'big') }}",
    ],
)
def test_a_reach_for_python_is_refused(source: str) -> None:
    hostile = template(source + CHATML)
    assert codes(hostile) == ["template_unsafe"]
    assert hostile.notices[0].facts["family"] == "ChatML"
    assert hostile.render([USER]) == chatml_of("How are you?")


BOMBS = [
    "{% for i in range(10**9) %}x{% endfor %}",
    "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "{% for i in range(99999) %}{% for j in range(99999) %}{% if i == j %}{% endif %}{% endfor %}{% endfor %}",
    "{{ 'a' * 10**9 }}",
    "{{ 10**9 * 'a' }}",
    "{% set x = [0] * 10**9 %}",
    "{{ 9**(9**9) }}",
    "{{ (2 ** 4000) ** 4000 }}",
    "{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = '%s%s' | format(ns.s, ns.s) %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = '{0}{0}'.format(ns.s) %}{% endfor %}",
    "{% set ns = namespace(s='aa') %}{% for i in range(99) %}{% set ns.s = ns.s.replace('a', ns.s) %}{% endfor %}",
    "{% set ns = namespace(s='aa') %}{% for i in range(99) %}{% set ns.s = ns.s | replace('', ns.s) %}{% endfor %}",
    "{% set ns = namespace(s='aa') %}{% for i in range(99) %}{% set ns.s = ns.s.join(ns.s) %}{% endfor %}",
    "{% set ns = namespace(s='aa') %}{% for i in range(99) %}{% set ns.s = ns.s | join(ns.s) %}{% endfor %}",
    "{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
    "{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}",
    "{% set ns = namespace(l=1) %}{% for i in range(99) %}{% set ns.l = (ns.l, ns.l) %}{% endfor %}{{ ns.l == 1 }}",
    "{% set ns = namespace(l={}) %}{% for i in range(99) %}{% set ns.l = {1: ns.l, 2: ns.l} %}{% endfor %}",
    "{% set ns = namespace(l=[]) %}{% for i in range(99999) %}{% set ns.l = [ns.l] %}{% endfor %}{{ ns.l | tojson }}",
    "{% set a = namespace() %}{% set a.x = a %}{{ a }}",
    "{% set x = [[1] * 9999] * 9999 %}{{ x | tojson }}",
    "{% set x = ['a' * 99999] * 9999 %}{{ x }}",
    "{{ range(99999) | map('default', 'a' * 9999) | list | sum(start=[]) }}",
    "{{ ([[1] * 9999] * 99) | sum(start=[]) }}",
    "{% set x %}{% for i in range(99999) %}{% for j in range(999) %}aaaaaaaaaa{% endfor %}{% endfor %}{% endset %}",
    "{% set a = 'a' * 9999 %}" + "".join("{% set a %}{{ a }}{{ a }}{% endset %}" for _ in range(40)),
    "{{ '%1000000000d' % 1 }}",
    "{{ '%*d' % (1000000000, 1) }}",
    "{{ '%.*f' % (1000000000, 1) }}",
    "{{ '{:1000000000}'.format(1) }}",
    "{{ '{:{}}'.format(1, 1000000000) }}",
    "{{ 'a'.center(10**9) }}{{ 'a'.ljust(10**9) }}",
    "{{ 'a'.zfill(10**9) }}",
    "{{ 'a' | center(10**9) }}",
    "{{ 'a\\nb' | indent(10**9) }}",
    "{{ [1] | batch(10**9, 'x') | list }}",
    "{{ {'a': {'b': 1}} | tojson(indent=10**9) }}",
    "{{ strftime_now('%1000000000d') }}",
    "{% macro f(n) %}{{ f(n + 1) }}{% endmacro %}{{ f(0) }}",
    "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "{% for x in [[]] recursive %}{{ loop([[]]) }}{% endfor %}",
    "{% block a %}{{ self.a() }}{% endblock %}",
    "{{ '\\t'.expandtabs(10**9) }}",
    "{{ lipsum(n=10**9) }}",
    "{{ ('%(' * 500000) % () }}",
    "{{ '%(a(b))900000000s' % {'a(b)': 'x'} }}",
    "{{ '{0[}]:900000000}'.format({'}': 1}) }}",
    "{{ 1 | round(-(10**9)) }}{{ 1 | round(10**9, 'ceil') }}",
    "{{ ('f' * 5000000) | int(base=16) // (('e' * 3000000) | int(base=16)) }}",
    *(
        f"{{% set x = 'a' * 10**7 %}}{{% set y = 'a' * (10**7 - 1) ~ 'b' %}}{{{{ {expression} }}}}"
        for expression in (
            "y in [x] * 10**6",
            "1 if [x] * 10**5 == [y] * 10**5",
            "([x] * 10**6) | select('eq', y) | list | length",
            "([x] * 10**6) | select('in', [y]) | list | length",
            "([x] * 10**6).count(y)",
            "([x, y] * 10**5) | sort | length",
            "([{'k': x}, {'k': y}] * 10**5) | sort(attribute='k') | length",
            "([x, y] * 10**5) | unique | list | length",
            "([x] * 10**6) is lower",
        )
    ),
    "{{ '" + "a" * (300 << 10) + "' }}",
    "{{ " + "(" * 5000 + ")" * 5000 + " }}",
    "{{ " + "not " * 5000 + "1 }}",
    "{{ " + "1 + " * 5000 + "1 }}",
    "{% if 1 %}" * 300 + "{% endif %}" * 300,
]


@pytest.mark.parametrize("source", BOMBS, ids=[source[:60] for source in BOMBS])
def test_a_bomb_does_not_go_off(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "DEADLINE_S", 0.4)
    tracemalloc.start()
    before_s = time.thread_time()
    try:
        hostile = template(CHATML + source)
        spent_s = time.thread_time() - before_s
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert codes(hostile) in (["template_unsafe"], ["template_broken"])
    assert hostile.render([USER]) == chatml_of("How are you?")
    assert spent_s < 3
    assert peak_bytes < 400 << 20


def test_a_fault_in_the_middle_of_a_chat_does_not_lose_the_chat() -> None:
    late = template(CHATML + "{% if messages | length > 2 %}{{ messages[9].content.x.y }}{% endif %}")
    assert late.notices == ()
    assert late.render([USER]) == chatml_of("How are you?")
    assert late.render([USER, ASSISTANT, USER]).endswith("How are you?<|im_end|>\n<|im_start|>assistant\n")
    assert codes(late) == ["template_broken"]
    assert late.render([USER]) == chatml_of("How are you?")
    assert codes(late) == ["template_broken"]


@pytest.mark.parametrize("source", [None, "", "  \n"])
def test_a_missing_template_is_told(source: str | None) -> None:
    missing = template(source)
    assert codes(missing) == ["template_missing"]
    assert missing.render([USER]) == chatml_of("How are you?")


@pytest.mark.parametrize(
    "source",
    [
        "{% for m in messages %}",
        "{{ messages | no_such_filter }}",
        "{{ messages[0].content / 2 }}",
        "{% include 'x' %}",
        "{% autoescape true %}{% endautoescape %}",
        "no word of the user",
        "{{ raise_exception('nobody may ask') }}",
    ],
)
def test_a_broken_template_is_told_and_the_family_stands_in(source: str) -> None:
    broken = template(source)
    assert codes(broken) == ["template_broken"]
    assert broken.notices[0].facts["detail"]
    assert broken.render([USER]) == chatml_of("How are you?")


@pytest.mark.parametrize(
    ("architecture", "eos", "name"),
    [
        ("qwen3", "<|endoftext|>", "ChatML"),
        ("llama", "<|eot_id|>", "Llama 3"),
        ("llama", "<|end_of_text|>", "Llama 3"),
        ("llama", "</s>", "Mistral"),
        ("gemma3", "<eos>", "Gemma"),
        ("gemma4", "<turn|>", "Gemma 4"),
        ("phi3", "<|endoftext|>", "Phi-3"),
        ("gpt-oss", "<|return|>", "Harmony"),
        ("deepseek2", "<｜end▁of▁sentence｜>", "DeepSeek"),
        ("glm4", "<|endoftext|>", "GLM-4"),
        ("command-r", "<|END_OF_TURN_TOKEN|>", "Command R"),
        ("granite", "<|end_of_text|>", "Granite"),
        ("mamba", "<|endoftext|>", "plain text"),
    ],
)
def test_the_family_is_known_by_architecture_and_end_token(architecture: str, eos: str, name: str) -> None:
    family = guess_family("", architecture, eos)
    assert family.name == name
    rendered = family.render([SYSTEM, USER, ASSISTANT, USER], "<bos>")
    assert rendered.count("How are you?") == 2
    assert "Be brief." in rendered
    assert rendered.startswith("<bos>") == family.has_bos
    assert rendered.endswith(family.opening)


def test_the_marks_of_a_broken_template_tell_its_family_best() -> None:
    assert guess_family("{{ '<|start_header_id|>' }", "qwen3", "<|im_end|>").name == "Llama 3"


def test_a_system_message_without_a_user_turn_is_kept() -> None:
    assert merge_system([SYSTEM]) == [ChatMessage("user", "Be brief.")]
    assert merge_system([SYSTEM, ASSISTANT, USER]) == [ChatMessage("user", "Be brief."), ASSISTANT, USER]
    assert merge_system([SYSTEM, USER, ASSISTANT]) == [ChatMessage("user", "Be brief.\n\nHow are you?"), ASSISTANT]


def test_content_is_never_taken_for_a_template() -> None:
    assert template(CHATML).render([ChatMessage("user", "{{ 1 + 1 }}{% raw %}")]) == chatml_of("{{ 1 + 1 }}{% raw %}")


def test_a_long_conversation_renders_about_as_fast_as_without_bounds() -> None:
    messages = [ChatMessage("user", "question " * 50), ChatMessage("assistant", "answer " * 200)] * 500
    bounded = template(ELABORATE)
    free = Environment(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]).from_string(
        ELABORATE.replace("{% generation %}", "").replace("{% endgeneration %}", "")
    )
    turns = [{"role": message.role, "content": message.content} for message in messages]

    def seconds(render: object) -> float:
        assert callable(render)
        times = []
        for _ in range(3):
            before_s = time.thread_time()
            render()
            times.append(time.thread_time() - before_s)
        return min(times)

    bounded_s = seconds(lambda: bounded.render(messages))
    free_s = seconds(lambda: free.render(messages=turns, add_generation_prompt=True, bos_token="", tools=None))
    assert bounded.notices == ()
    assert bounded_s < 20 * free_s + 0.05
    assert bounded_s < 1.0


def chatml_of(content: str) -> str:
    return f"<|im_start|>user\n{content}<|im_end|>\n<|im_start|>assistant\n"
