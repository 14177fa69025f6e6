"""Names and years in the ways that exports write them."""

import pytest

from rag.readers.names import names_of, year_of
from rag.readers.values import people_in

TWO = ("Ada Byron", "Bo Li")


@pytest.mark.parametrize(
    "written",
    [
        "Ada Byron, Bo Li",
        "Ada Byron and Bo Li",
        "Ada Byron & Bo Li",
        "Ada Byron AND Bo Li",
        "Ada Byron; Bo Li;",
        "Byron, Ada; Li, Bo",
        "Byron, Ada and Li, Bo",
        "Ada Byron|Bo Li",
        "Ada Byron\nBo Li",
        "Ada Byron, Bo Li, et al.",
        "Ada Byron, Bo Li and others",
        "['Ada Byron', 'Bo Li']",
        '["Ada Byron", "Bo Li"]',
        "[Ada Byron, Bo Li]",
        "Ada Byron1*, Bo Li²,³",
        "Ada Byron (MIT), Bo Li (CMU)",
        "Ada Byron (57192345600); Bo Li (123456789)",
        "Ada Byron <ada@x.org>, Bo Li <bo@x.org>",
        "Ada&nbsp;Byron, Bo Li",
        ["Ada Byron", " Bo  Li ", ""],
        ["Byron, Ada", "Li, Bo"],
        [{"name": "Ada Byron"}, {"fullname": "Bo Li"}],
        [{"given": "Ada", "family": "Byron"}, {"firstName": "x", "first_name": "Bo", "last_name": "Li"}],
        [["Byron", "Ada", ""], ["Li", "Bo", ""]],
        [{"author": {"display_name": "Ada Byron"}}, {"author": {"display_name": "Bo Li"}}],
        {"value": ["Ada Byron", "Bo Li"]},
        ["Ada Byron", "Bo Li", "others"],
    ],
)
def test_two_people_are_two_people(written: object) -> None:
    assert names_of(written) == TWO


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Ada Byron", ("Ada Byron",)),
        ("Byron, Ada", ("Ada Byron",)),
        ("Zhang, J., Li, K.-C.", ("J. Zhang", "K.-C. Li")),
        ("Zhang, J., & Li, K.", ("J. Zhang", "K. Li")),
        ("A. Byron, B. Li", ("A. Byron", "B. Li")),
        ("Ada Byron, Bo Li, and Cy Dee", ("Ada Byron", "Bo Li", "Cy Dee")),
        ("Martin King, Jr., Bo Li", ("Martin King Jr.", "Bo Li")),
        ("King, Jr., Martin; Bo Li", ("Martin King Jr.", "Bo Li")),
        ("van der Berg, Jan; de la Cruz, María", ("Jan van der Berg", "María de la Cruz")),
        ("王小明、李雷", ("王小明", "李雷")),
        ("王小明，李雷", ("王小明", "李雷")),
        ("王小明,李雷", ("王小明", "李雷")),
        ("J&ouml;rg M&uuml;ller; Bo Li", ("Jörg Müller", "Bo Li")),
        (r"Ver{\'\i}lo N{\'u}{\~n}el", ("Verílo Núñel",)),
        ("{The ATLAS Collaboration}", ("The ATLAS Collaboration",)),
        ("Alexander Fedorov", ("Alexander Fedorov",)),
        ("Ada Byron et al.", ("Ada Byron",)),
    ],
)
def test_names_are_read_given_name_first(written: str, names: tuple[str, ...]) -> None:
    assert names_of(written) == names


@pytest.mark.parametrize(
    "listed", [[["Ada Byron", "MIT"], ["Bo Li", "University of X"]], {"1": "Ada Byron", "2": "Bo Li"}]
)
def test_where_people_work_is_no_name_and_numbered_people_are_people(listed: object) -> None:
    assert names_of(people_in(listed)) == ("Ada Byron", "Bo Li")


@pytest.mark.parametrize("nobody", [None, "", "; ;", "N/A", float("nan"), 7, [], [None], "et al.", "*"])
def test_nobody_is_nobody(nobody: object) -> None:
    assert names_of(nobody) == ()


@pytest.mark.parametrize(
    "written",
    [
        *(2024, 2024.0, "2024", "2024-05-03", "20240503", 20240503, "May 3, 2024", "NeurIPS 2024", "[2024]", [[2024]]),
        *(1704067200000, "1704067200000", 1704067200, {"value": 1735603200000}, {"date-parts": [[2024, 5]]}),
        *(45352, "45352", "45352.0", "Mar-24"),
        *({"year": 2024}, [{"version": "v1", "created": "Mon, 1 Jan 2024 00:00:00 GMT"}]),
    ],
)
def test_a_year_is_found(written: object) -> None:
    assert year_of(written) == 2024


@pytest.mark.parametrize("written", [None, True, "", "in press", "12024", 0, 99999, float("nan"), [], {}, "31/12/99"])
def test_what_is_no_year_is_none(written: object) -> None:
    assert year_of(written) is None


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["张三;李四;"], ("张三", "李四")),
        ("Díaz, Ana (University of X)*; Li, Bo*", ("Ana Díaz", "Bo Li")),
        (["Díaz, Ana [Univ. X] (ORCID:0000)"], ("Ana Díaz",)),
        ([{"creator": "Díaz, Ana"}], ("Ana Díaz",)),
    ],
)
def test_marks_behind_turned_names_go_and_one_text_may_hold_several(value: object, names: tuple[str, ...]) -> None:
    assert names_of(value) == names
