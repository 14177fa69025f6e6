"""The switch that ends requests from another thread."""

from rag.llms.cancellation import Cancellation, current


def test_a_switch_is_current_in_its_scope_alone() -> None:
    switch = Cancellation()
    with switch.scope():
        assert current() is switch
    assert current() is not switch


def test_what_is_going_on_is_called_once_when_the_switch_is_thrown() -> None:
    switch, called = Cancellation(), list[str]()
    with switch.calling(lambda: called.append("ended")):
        pass
    with switch.calling(lambda: called.append("running")):
        switch.cancel()
        switch.cancel()
    assert (called, switch.cancelled) == (["running"], True)


def test_what_begins_after_the_switch_was_thrown_is_called_at_once() -> None:
    switch, called = Cancellation(), list[str]()
    switch.cancel()
    with switch.calling(lambda: called.append("late")):
        assert called == ["late"]
