"""A scikit-learn estimator around another one, which finds whether a client's rows harm the others. Needs scikit-learn.

Somebody collects the rows of several clients (hospitals, sites, annotators), and one of them may hold false labels. The
wrapped estimator is trained with everybody and without clients, the models are tested at every client, and the one
that passes is served.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any, Literal, Self, get_args
from warnings import warn

import numpy as np
from numpy.typing import ArrayLike

from incentives.extras import needed

with needed("scikit-learn"):
    from sklearn import get_config
    from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
    from sklearn.metrics import check_scoring
    from sklearn.utils import _safe_indexing, check_random_state
    from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import _num_samples, check_is_fitted

from incentives.consensus.infeasible_subsets import Members
from incentives.floats import shown
from incentives.methods.client_rows import Rows, by_trusted, divided, set_aside
from incentives.methods.harmful_clients import ClientTests, Models, by_leave_one_out, by_mechanism_h
from incentives.reading import as_flag, as_real

Mechanism = Literal["leave-one-out", "mechanism-h"]
MECHANISMS: tuple[Mechanism, ...] = get_args(Mechanism)


def _cut(value: Any, places: np.ndarray, rows: int) -> Any:
    """The entries at these rows of what has one for each row; anything else as it is."""
    shape: tuple[Any, ...] = getattr(value, "shape", (len(value),) if isinstance(value, (list, tuple)) else ())
    return _safe_indexing(value, places) if len(shape) and shape[0] == rows else value


def _has(method: str) -> Callable[[Any], bool]:
    """A test that the estimator inside has a method; its AttributeError says which one it lacks."""

    def check(outer: Any) -> bool:
        getattr(getattr(outer, "estimator_", outer.estimator), method)
        return True

    return check


class LeaveOneClientOut(MetaEstimatorMixin, BaseEstimator):
    """The estimator, trained on the rows of all clients, or of all but one whose rows harm the others.

    `fit(X, y, clients=labels)` trains without clients, tests every model at every client, and serves one that passes.
    Without labels there is one client, and this is the estimator itself. Whoever has a minority's data disagrees with
    the others as a liar does: what is named is a client without whom the others agree. Read `print(model.report_)`
    before a client is left out for good. False rows that the others' rows outvote harm nobody, so leave-one-out names
    nobody. Mechanism H does name their client, because everybody's model is far from what these rows want.

    Args:
        estimator: any estimator of scikit-learn, a pipeline included; each model is a clone of it.
        mechanism: "leave-one-out" trains M + 1 models of M clients, and a client refuses a model that scores more than
            `tolerance` below the best that is trained without one client. "mechanism-h" trains one model of everybody
            and a small one of each client; a client refuses what scores more than `tolerance` below its own, and only
            then clients are left out, one after the other.
        tolerance: in units of the score, at least 0. One row of n to test on is 1 / n of an accuracy: a tolerance of
            that size or less names the innocent.
        scoring: a name or a function as in scikit-learn's model selection; None takes the estimator's own `score`.
        validation: the share of each client's rows to test on, above 0 and below 1, where `trusted` is not given.
        refit: whether to train once more on all rows of those who stay; False serves the very model that passed.
        random_state: decides which rows are set aside.

    Attributes:
        estimator_: the model that is served.
        suspects_: labels of the clients whose removal restores agreement; empty if everybody's model passed.
        clients_: labels of all clients, in order; empty without labels.
        accepts_: which client accepts which model, bool, shape (clients, models); None without labels.
        report_: whom each model was trained without, its score at each client, and what was concluded
            (`harmful_clients.ClientTests`); None without labels.

    Reference:
        Leave-one-out and mechanism H of *Performative personalization incentivizes truthfulness*, by training;
        `incentives.consensus` has both.

    >>> from sklearn.dummy import DummyRegressor  # predicts the mean
    >>> y, sites = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.0, 9.0], ["a", "a", "b", "b", "c", "c", "d", "d"]
    >>> model = LeaveOneClientOut(DummyRegressor(), scoring="neg_mean_absolute_error", tolerance=1)
    >>> print(model.fit([[0.0]] * 8, y, clients=sites).report_)  # with d the mean is 3 or more
    without a: refused by a, b, c
    without b: refused by a, b, c
    without c: refused by a, b, c
    without d: refused by d
    without nobody: refused by a, b, c
    suspects: d
    served: the model without d
    >>> model.predict([[0.0]]), model.suspects_
    (array([1.]), frozenset({'d'}))
    """

    def __init__(
        self,
        estimator: BaseEstimator,
        *,
        mechanism: Mechanism = "leave-one-out",
        tolerance: float = 0.1,
        scoring: str | Callable[..., float] | None = None,
        validation: float = 0.25,
        refit: bool = True,
        random_state: int | np.random.RandomState | None = 0,
    ) -> None:
        self.estimator = estimator
        self.mechanism = mechanism
        self.tolerance = tolerance
        self.scoring = scoring
        self.validation = validation
        self.refit = refit
        self.random_state = random_state

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        *,
        clients: ArrayLike | None = None,
        trusted: ArrayLike | None = None,
        **params: object,
    ) -> Self:
        """Train, test and serve.

        Args:
            X, y: as the estimator takes them, a row or an entry for each example.
            clients: the label of each row's client, shape (rows,): texts or numbers; None for a single client.
            trusted: True for each row that is known to be right, shape (rows,), some of each client's. Models are
                tested on these rows and not trained on them, and the refusal of the client that a model was trained
                without counts as well. Where None came, rows are set aside at random, and that refusal does not
                count: who lies, lies there too.
            params: for the estimator's own `fit`; what has an entry for each row is cut with the rows.

        Raises:
            ValueError: labels of another number than rows, missing ones, fewer than two clients, a client without rows
                to train or to test on, a score that is no number, or an argument out of range.
        """
        chance = self._check_arguments()
        if get_config()["enable_metadata_routing"]:
            params = process_routing(self, "fit", **params).estimator.fit
        if clients is None:
            if trusted is not None:
                raise ValueError("clients must be given where trusted is: one label for each row")
            try:
                self.report_, self.estimator_ = None, clone(self.estimator).fit(X, y, **params)
            except TypeError as error:
                if "groups" in params:  # what scikit-learn's splitters call such labels
                    error.add_note("groups goes to the estimator's own fit; labels of clients are given as clients")
                raise
        else:
            own = divided(clients, _num_samples(X))
            drawn = trusted is None
            rows = set_aside(own, self.validation, chance) if drawn else by_trusted(own, trusted, _num_samples(X))
            self.report_, self.estimator_ = self._tested(rows, X, y, params, own=not drawn)
        self.suspects_ = frozenset() if self.report_ is None else self.report_.suspects
        self.clients_ = () if self.report_ is None else self.report_.clients
        self.accepts_ = None if self.report_ is None else self.report_.accepts
        return self

    def _check_arguments(self) -> np.random.RandomState:
        if not isinstance(self.mechanism, str) or self.mechanism not in MECHANISMS:
            raise ValueError(f"mechanism must be one of {', '.join(MECHANISMS)}, got {shown(self.mechanism)}")
        as_real("tolerance", self.tolerance, least=0)
        as_real("validation", self.validation, above=0, below=1)
        as_flag("refit", self.refit)
        try:
            return check_random_state(self.random_state)
        except ValueError as error:
            raise ValueError(f"random_state must be a seed or a RandomState ({error})") from error

    def _tested(self, rows: Rows, X: Any, y: Any, params: Mapping[str, Any], *, own: bool) -> tuple[ClientTests, Any]:
        """The report, and the model to be served; `own` as `by_leave_one_out` takes it."""
        try:
            scorer = check_scoring(self.estimator, scoring=self.scoring)
        except (TypeError, ValueError) as error:
            raise ValueError(f"scoring must suit the estimator: None, a name or a function ({error})") from error

        def at(places: np.ndarray) -> tuple[Any, Any]:
            return _safe_indexing(X, places), None if y is None else _safe_indexing(y, places)

        def trained(places: np.ndarray) -> Any:
            cut = {name: _cut(value, places, _num_samples(X)) for name, value in params.items()}
            return clone(self.estimator).fit(*at(places), **cut)

        def train(members: Members) -> Any:
            try:
                return trained(rows.of(members))
            except Exception as error:
                error.add_note(f"in training on the rows of {', '.join(str(rows.labels[m]) for m in sorted(members))}")
                raise

        def score(model: Any, client: int) -> float:
            places = rows.held_out[client]
            found = scorer(model, *at(places))
            if not isinstance(found, Real) or not np.isfinite(float(found)):
                raise ValueError(
                    f"scoring must give a finite number for every client; client {shown(rows.labels[client])} has "
                    f"{found} on {len(places)} rows to test on"
                )
            return float(found)

        models = Models(train, score, rows.labels)
        find = by_mechanism_h if self.mechanism == "mechanism-h" else by_leave_one_out
        report = find(models, tolerance=self.tolerance, own=own)
        if not report.settled:
            warn(
                f"no model suits all clients within the tolerance {self.tolerance}, also not without one of them: "
                "everybody's model is served; see report_",
                stacklevel=3,
            )
        staying = models.everybody - models.left_out[report.served]
        served = trained(rows.of(staying, whole=True)) if self.refit else models.trained[report.served]
        return report, served

    @available_if(_has("predict"))
    def predict(self, X: ArrayLike) -> np.ndarray:
        """The predictions of the served model, shape (rows,)."""
        check_is_fitted(self)
        return self.estimator_.predict(X)

    @available_if(_has("predict_proba"))
    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """The served model's probabilities of each class, shape (rows, classes)."""
        check_is_fitted(self)
        return self.estimator_.predict_proba(X)

    @available_if(_has("predict_log_proba"))
    def predict_log_proba(self, X: ArrayLike) -> np.ndarray:
        """Their logarithms, shape (rows, classes)."""
        check_is_fitted(self)
        return self.estimator_.predict_log_proba(X)

    @available_if(_has("decision_function"))
    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """The served model's decision function, of its own shape."""
        check_is_fitted(self)
        return self.estimator_.decision_function(X)

    @available_if(_has("score"))
    def score(self, X: ArrayLike, y: ArrayLike | None = None, **params: object) -> float:
        """The served model's own score."""
        check_is_fitted(self)
        return self.estimator_.score(X, y, **params)

    @property
    def classes_(self) -> np.ndarray:
        """The classes that the served model knows."""
        return self.estimator_.classes_

    @property
    def n_features_in_(self) -> int:
        """The number of features that the served model was trained on."""
        return self.estimator_.n_features_in_

    @property
    def feature_names_in_(self) -> np.ndarray:
        """The names of these features, where they have names."""
        return self.estimator_.feature_names_in_

    def get_metadata_routing(self) -> MetadataRouter:
        """The metadata that scikit-learn's routing passes on to the estimator's `fit`."""
        passed = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=self).add_self_request(self).add(estimator=self.estimator, method_mapping=passed)

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), self.estimator.__sklearn_tags__()
        for name in ("estimator_type", "classifier_tags", "regressor_tags", "input_tags", "target_tags"):
            setattr(tags, name, getattr(inner, name))
        return tags
