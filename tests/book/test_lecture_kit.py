"""Each core lecture has its kit: a board plan of 90 minutes that names only what stands on the page, three questions,
homework, a handout of one page.
"""

import re
from dataclasses import replace

import pytest
from course import EXERCISE, core, exercise_minutes, source_of
from handouts import handout
from lecture_kit import LECTURES, WEEKS, Step, board, file_of, kit_lines, kit_of, labels_of, read_kit, weeks, wrong
from pairing import ROOT

ON_A_SHEET = 560  # words of statements, example and summary that one page holds
TO_POSE = 3  # minutes in which an exercise is posed and its answers are collected, beside those that it names
# Fractions, numbers of two digits or more, coalitions: a single digit and a tenth tell nothing.
TELLING = re.compile(r"\\frac(?:\{\d+\}|\d)(?:\{\d+\}|\d+)|\d{2,}(?:\.\d+)?|\d\.\d{2,}|(?<=\$)[a-z]{3,}(?=\$)")
CODE = re.compile(r"^```\{code-cell\}.*?^```$", re.MULTILINE | re.DOTALL)


def text_of(page):
    return source_of(page).read_text(encoding="utf-8")


def words(text):
    """How many words a reader sees; a formula counts as one."""
    return len(re.findall(r"\w{2,}|F", re.sub(r"\$\$?[^$]*\$\$?", " F ", text)))


def gives_away(text, label, told):
    """The numbers and coalitions in which a text tells the answer of an exercise: they stand in the solution, and
    neither in the exercise nor on the page before the exercises.
    """
    shown = CODE.sub(lambda cell: " ".join(re.findall(r"caption: (.*)", cell.group())), text)
    before, _, rest = shown.partition("\n## Exercises")
    asked = next(match.group() for match in EXERCISE.finditer(rest) if f":label: {label}\n" in match.group())
    [solved] = re.findall(rf"\{{solution-start\}} {re.escape(label)}\n(.*?)\{{solution-end\}}", rest, re.DOTALL)
    known = set(TELLING.findall(before + asked))
    return sorted((set(TELLING.findall(solved)) - known) & set(TELLING.findall(told)))


def statement(text, label):
    """The source of the statement that a page has under a label."""
    return re.search(rf"\{{prf:\w+\}}[^\n]*\n:label: {re.escape(label)}\n(.*?)\n:::", text, re.DOTALL)[1]


def test_there_is_a_kit_for_each_core_lecture_and_no_other():
    assert {path.name for path in LECTURES.iterdir()} == {file_of(page).name for page in core()}


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_a_kit_fits_its_page(page):
    assert wrong(kit_of(page), text_of(page)) == []


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_the_board_holds_every_statement_of_its_page_and_one_exercise_in_class(page):
    labels, kit = labels_of(text_of(page)), kit_of(page)
    used = {label for step in kit.board for label in step.uses}
    assert labels.statements.keys() <= used, labels.statements.keys() - used
    assert used & labels.exercises.keys(), "one exercise is done in class"
    assert kit.homework
    assert not used & set(kit.homework), "homework was done in class"


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_a_board_plan_says_what_stands_there_and_what_to_ask(page):
    kit = kit_of(page)
    assert 6 <= len(kit.board) <= 9
    told = " ".join(step.text for step in kit.board)
    assert len(re.findall(r"\d", told)) >= 10, "numbers of this lecture"
    assert re.search(r"\b[Aa]sk|\bvote|\blet (?:the class|a student|somebody|them)|class", told)
    assert all(len(step.text.split()) >= 20 for step in kit.board)


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_a_handout_fits_on_a_page(page):
    text, kit = text_of(page), kit_of(page)
    summary = re.search(r"\*\*In five sentences\.\*\*(.*?)\n\n", text, re.DOTALL)[1]
    held = " ".join([kit.example, summary, *(statement(text, label) for label in kit.states)])
    assert words(held) <= ON_A_SHEET


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_the_example_on_a_handout_gives_no_answer_away(page):
    text, kit = text_of(page), kit_of(page)
    in_class = {label for step in kit.board for label in step.uses} & labels_of(text).exercises.keys()
    for label in in_class | set(kit.homework):
        assert gives_away(text, label, kit.example) == [], label


def test_an_example_that_gives_an_answer_away_is_told():
    page = next(page for page in core() if page.name == "coalitions/small-and-large-players")
    told = "With 13 large ones they gain. The indifferent pairs are 7 and 42, 8 and 24, 9 and 18, 10 and 15."
    assert gives_away(text_of(page), "ex-turning-point", told) == ["13"]
    assert {"18", "24", "42"} <= set(gives_away(text_of(page), "ex-tie", told))
    exercise = ":::{exercise} A\n:label: a\n\n(*easy, 10 minutes*) Who leaves $bcd$?\n:::\n"
    solution = "```{solution-start} a\n```\n\n$abce$ of 62.\n```{solution-end}\n```\n"
    text = f"Before: 62.\n\n## Exercises\n\n{exercise}{solution}"
    assert gives_away(text, "a", "In turn $bcd$ and $abce$, with 62.") == ["abce"]


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_an_exercise_in_class_leaves_time_to_pose_it(page):
    exercises = labels_of(text_of(page)).exercises
    for step in kit_of(page).board:
        named = [exercises[label][1] for label in step.uses if label in exercises]
        assert not named or step.minutes >= sum(named) + TO_POSE, step.text


def test_lectures_fill_twelve_weeks_in_their_order_and_each_has_homework():
    kits = [kit_of(page) for page in core()]
    assert [kit.week for kit in kits] == sorted(kit.week for kit in kits)
    assert {kit.week for kit in kits} == set(range(1, WEEKS + 1))
    table = weeks(kits, {page.name: labels_of(text_of(page)) for page in core()})
    assert len(table) == 2 + WEEKS
    minutes = [int(line.rsplit("|", 2)[1]) for line in table[2:]]
    assert all(15 <= total <= 120 for total in minutes), minutes


def test_every_exercise_is_found_with_the_minutes_that_it_names():
    for page in core():
        text = text_of(page)
        found = labels_of(text).exercises
        assert len(found) == sum(1 for _ in EXERCISE.finditer(text))
        assert sum(minutes for _, minutes in found.values()) == exercise_minutes(text)


def test_what_does_not_fit_is_told():
    page = core()[0]
    kit, text = kit_of(page), text_of(page)
    short = replace(kit, board=(*kit.board[:-1], Step(1, "Stop.", ("theorem-9-9",))), questions=kit.questions[:2])
    told = wrong(replace(short, homework=("definition-core",), states=("fig-blocking-move",), week=13), text)
    assert told == [
        "the board plan must take 90 minutes; it takes 78",
        "the board uses theorem-9-9, which is not on the page",
        "homework is definition-core, which is no exercise of the page",
        "the handout states fig-blocking-move, which is no statement of the page",
        "there must be 3 questions; there are 2",
        "the week must be 1 to 12; got 13",
    ]


def test_an_exercise_in_class_has_the_minutes_that_it_names():
    page = core()[0]
    kit, text = kit_of(page), text_of(page)
    *steps, last = kit.board
    hurried = replace(
        kit,
        board=(replace(steps[0], minutes=steps[0].minutes + last.minutes - 9), *steps[1:], replace(last, minutes=9)),
    )
    assert wrong(hurried, text) == ["step 7 takes 9 minutes, and the exercise ex-motivating-c-grows alone 10"]


def test_the_homework_of_eight_weeks_is_homework_of_its_lectures_and_not_done_in_class():
    table = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8").split("For sixteen weeks")[0]
    path = iter(core())
    weeks_of_two = re.findall(r"(?m)^\| \d+ \| \{doc\}[^|]*\|[^|]*\| ([^|]*) \|$", table)
    assert len(weeks_of_two) == len(core()) // 2
    for told in weeks_of_two:
        for page, task in zip((next(path), next(path)), told.split("; ")[:2], strict=True):
            exercises = labels_of(text_of(page)).exercises
            assert task in {exercises[label][0].lower() for label in kit_of(page).homework}, task


def test_a_file_without_a_field_or_for_another_page_is_refused():
    known = {core()[0].name: core()[0]}
    with pytest.raises(ValueError, match="page must be a core lecture"):
        read_kit('page = "coalitions/overview"', known)
    with pytest.raises(ValueError, match="must have the field 'week'"):
        read_kit(f'page = "{core()[0].name}"', known)
    with pytest.raises(ValueError, match=r"may have the fields page, week, .*, deck; got decks"):
        read_kit(f'page = "{core()[0].name}"\n[decks.titles]\na = "A"', known)


def test_a_board_plan_counts_the_minutes_and_links_to_the_page():
    page = core()[0]
    kit, labels = kit_of(page), labels_of(text_of(page))
    lines = board(kit, labels)
    assert lines[0].startswith("- **0 to 10 min.** ")
    assert lines[-1].startswith("- **77 to 90 min.** ")
    assert "{prf:ref}`Core <definition-core>`" in "".join(lines)
    assert "{numref}`fig-blocking-move`" in "".join(lines)
    assert "\n".join(kit_lines(kit, labels)).count(":::{admonition} Answer") == 3


@pytest.mark.parametrize("page", core(), ids=lambda page: page.name)
def test_each_kit_is_shown_on_the_page_of_its_part(page):
    shown = (ROOT / "book" / f"boards-{page.part}.md").read_text(encoding="utf-8")
    assert shown.count(f"```{{lecture-kit}} {page.name}\n```") == 1


def built(states, example=True):
    """A lecture and its board plans as they are built, with the statements named."""
    stated = "".join(
        f'<div class="proof theorem" id="{label}"><p class="admonition-title"><span class="caption-number">Theorem 1'
        f'</span> (About {label}) <a class="verdict" href="x">holds</a></p><section class="theorem-content"><p>So.'
        "</p></section></div>"
        for label in states
    )
    page = (
        '<article><h1>Who leaves?<a class="headerlink" href="#x">#</a></h1><p class="page-kind">Core</p><p>Would '
        f"anybody?</p>{stated}<p><strong>In five sentences.</strong> One.</p></article>"
    )
    place = core()[0].name.replace("/", "-")
    return page, f'<article><div class="handout-{place}"><p>Sizes 5, 5, 25.</p></div></article>' if example else ""


def test_a_handout_holds_question_statements_example_and_summary():
    page = core()[0]
    sheet = handout(*built(kit_of(page).states), page)
    order = [
        "<title>Who leaves?: handout",
        "Would anybody?",
        "Theorem: About definition-core",
        "Sizes 5, 5, 25.",
        "One.",
    ]
    places = [sheet.index(piece) for piece in order]
    assert places == sorted(places)
    assert "verdict" not in sheet
    assert "(holds)" not in sheet
    assert f'<p class="place">Lecture {page.lecture} of {len(core())}</p>\n<h1>Who leaves?</h1>' in sheet


def test_a_handout_without_one_of_its_pieces_is_refused():
    page = core()[0]
    with pytest.raises(ValueError, match="lacks one of them"):
        handout(*built(kit_of(page).states, example=False), page)
    with pytest.raises(ValueError, match="states definition-core, which the built page does not have"):
        handout(*built([]), page)
    html, plans = built(kit_of(page).states)
    with pytest.raises(ValueError, match="states definition-core, which the built page does not have"):
        handout(html.replace("proof theorem", "proof admonition"), plans, page)
