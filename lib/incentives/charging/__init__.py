"""From rewards to a bill on a language model: train, judge, choose, and charge each group.

`charging.train` trains a model on some groups' rewards. `charging.charge` judges all candidates by one sample of
replies, chooses among them and says what each group pays. The rule is the affine maximizer of `incentives.payments`,
which knows nothing of training.

Language models of others (`base_model`, `hugging_face`, `judging`, `training_runs`, `charged_models`, `bill`,
`provenance`) need the extra `llm`. Beside them stands a transformer small enough to list all of its sentences
(`small_transformer`, `fine_tuning`), which needs the extra `learning`; `soups` mixes models of either kind.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
