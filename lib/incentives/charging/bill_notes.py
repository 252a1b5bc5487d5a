"""Notes for the reader of a bill, in sentences: where prices come from, what is certified, what is too little.

Whether truth is a best report, `provenance` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from incentives.charging.caps import cap_of, is_one_network
from incentives.charging.provenance import THESE, Origin, run_of
from incentives.charging.soups import INITIAL, Hybrid
from incentives.payments.guarantees import Guarantee
from incentives.payments.sampled_mechanism import SampledModels

# Below so many replies the intervals were too short in our tests: at 10 they held in 82 % of games where 95 % were
# promised.
ENOUGH = 100

REPORT_FREE = (
    "What the others would have without a group is estimated from the replies of the initial model and of the run "
    "without it alone, which its report cannot move. So a payment can be below 0 by chance, or where the chosen model "
    "serves the others better than both."
)
HEARD = (
    "What the others would have without a group is estimated from speakers that have heard the reports. A report that "
    "spoils them moves its own price, by an error of sampling that falls as replies are added. Where a run without "
    "each group speaks, this part can come from replies that no report of the group can move (`report_free`)."
)
ALONE = (
    "What a lie could win is what one group wins alone. Nothing bounds what groups win that agree on what to say, or a "
    "group that signs up under several names."
)
HALF = (
    "The models were judged in {0}. In our tests the log-probability of a reply of six tokens was off by up to 0.2 in "
    "such a type, so that a payment of that size cannot be told from 0."
)
REPEATED = (
    "Each of the {0} prompts was asked as often as the others, as if they were repeated and not drawn. What is "
    "certified is proved for prompts that are drawn independently from those of interest."
)


def repeated(prompts: Sequence[str]) -> int:
    """The number of different prompts, if each is asked more than once and as often as the others; else 0.

    Some may be asked once more, where a list was cut. One prompt alone is no repeated list: it can be all that is of
    interest.

    >>> repeated(["a", "b", "a", "b", "a"]), repeated(["a", "b", "a", "a", "b", "a"]), repeated(["a", "b"])
    (2, 0, 0)
    """
    often = Counter(prompts).values()
    return len(often) if len(often) > 1 and min(often) > 1 and max(often) - min(often) <= 1 else 0


def trained_on(model: Hybrid, origins: dict[str, Origin]) -> str:
    """On what a candidate was trained, in a few words."""
    parts = [name for name in model.shares if name != INITIAL]
    return "; ".join(dict.fromkeys(origins[name].rewards for name in parts)) if parts else "nothing: initial model"


def about_certificates(
    found: Sequence[Guarantee], groups: Sequence[str], wins: Sequence[float | None], models: int
) -> list[str]:
    """The meaning of the guarantees, in sentences."""
    notes = []
    for words in dict.fromkeys(g.words for g in found if g.words):
        whose = [
            "everybody" if g.without is None else f"without {groups[g.without]}" for g in found if g.words == words
        ]
        notes.append(f"No certificate ({', '.join(whose)}): {words}.")
    if any(g.bound for g in found) and models > 1:
        notes.append(
            f"The sample that certifies also chose among {models} models: each certificate allows for all of them, by "
            f"a level that is divided by {models} and by the number of certificates, {len(found)}."
        )
    if any(most is not None for most in wins):
        notes.append(
            "What a lie could win is certified for payments without sampling error, for prompts drawn independently, "
            "and as long as the cap is kept for everything that is served."
        )
    return notes


def below_the_initial(
    sample: SampledModels,
    models: Sequence[Hybrid],
    origins: dict[str, Origin],
    sizes: Sequence[float],
    penalty: float,
) -> list[str]:
    """A sentence for each run that is worse than the initial model for the rewards it was trained on."""
    notes = []
    for k, model in enumerate(models):
        name = run_of(model)
        if name is None:
            continue
        told = origins[name]
        known = told.rewards == THESE
        lead = sample.welfare_lead(0, told.weights if known else sizes, penalty=penalty)
        ahead, error = float(lead.value[k]), float(lead.error[k])
        if ahead > 2 * error:
            continue
        where = "below" if ahead < -2 * error else "no clearly better than"
        notes.append(
            f"The run {model.name} ends {where} the initial model ({ahead:+.3f} ± {error:.3f} for "
            f"{'what it was trained on' if known else 'the rewards of everybody'}). Try a smaller learning rate, "
            "or more steps."
        )
    return notes


def about_the_sample(
    models: Sequence[Hybrid],
    sizes: Sequence[float],
    groups: Sequence[str],
    floor: Sequence[float],
    replies: int,
    cap: float | None,
) -> list[str]:
    """Notes on a small sample, of models that are no single network or keep no cap, and of taking part."""
    notes = []
    if replies < ENOUGH:
        notes.append(f"The sample has {replies} replies; with fewer than {ENOUGH} the intervals are too short.")
    if worded := [m.name for m in models if not is_one_network(m)]:
        notes.append(
            f"Mixed or capped word by word, and so no single network; saved as a mixture: {', '.join(worded)}."
        )
    if cap is not None and (loose := [m.name for m in models if cap_of(m) > cap]):
        notes.append(
            f"Nothing keeps the cap of {cap:g} when these are served, whatever the sample looks like: "
            f"{', '.join(loose)}. Charge `capped(models, {cap:g})`, and serve by `sample`."
        )
    if ends := [f"{group} at {low * size:g}" for group, low, size in zip(groups, floor, sizes, strict=True) if low < 0]:
        notes.append(
            "Rewards below 0 are allowed, so that taking part is not safe for everybody. The worst that can "
            f"come: {', '.join(ends)}."
        )
    return notes
