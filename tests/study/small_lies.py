"""One game of lies on a model of two layers."""

from incentives_book.study.lies_setting import Setting

TINY = Setting(
    game="Tiny vs. Tiny", model="tiny", groups="a; b", sizes="2; 1", rewards="tiny#1; tiny#2",
    prompts="please eat; dance", steps=3, replies=8, each=4, longest=2, samples=60, piece=20, learning_rate=0.01,
    rank=2, shares=2, betas="0.5; 1", alphas="1; 2", save="somewhere",
)  # fmt: skip
