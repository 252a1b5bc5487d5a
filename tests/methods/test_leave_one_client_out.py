"""The estimator around an estimator: scikit-learn's own checks, who is named, and our own training of the same."""

import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn")

import sklearn
from sklearn.base import BaseEstimator, RegressorMixin, clone, is_classifier, is_regressor
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.dummy import DummyRegressor
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from incentives.methods import LeaveOneClientOut


@parametrize_with_checks([LeaveOneClientOut(LogisticRegression()), LeaveOneClientOut(Ridge())])
def test_without_labels_it_is_an_estimator_like_any_other(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def sites():
    """Five sites of about 110 patients each; the last one's diagnoses are turned round in `false`."""
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    clients = pd.Series(np.random.default_rng(0).choice(list("abcde"), len(y)), index=X.index)
    words = y.map({0: "malignant", 1: "benign"})
    false = words.where(clients != "e", words.map({"malignant": "benign", "benign": "malignant"}))
    return X, words, false, clients


LOGISTIC = make_pipeline(StandardScaler(), LogisticRegression())


@pytest.mark.parametrize("mechanism", ["leave-one-out", "mechanism-h"])
@pytest.mark.parametrize("inside", [LOGISTIC, DecisionTreeClassifier(max_depth=4, random_state=0)])
def test_a_client_with_false_labels_is_named_and_honest_ones_are_not(sites, inside, mechanism):
    X, words, false, clients = sites
    trusted = np.random.default_rng(1).random(len(X)) < 0.4
    told = words.where(trusted, false)
    model = LeaveOneClientOut(inside, mechanism=mechanism, tolerance=0.05)
    poisoned = clone(model).fit(X, told, clients=clients, trusted=trusted)
    assert poisoned.suspects_ == {"e"}
    honest = clone(model).set_params(tolerance=0.1).fit(X, words, clients=clients)
    assert honest.suspects_ == frozenset()
    assert honest.clients_ == tuple("abcde")


def test_a_lie_that_the_others_outvote_is_named_by_mechanism_h_alone(sites):
    X, _, false, clients = sites
    nearest = make_pipeline(StandardScaler(), KNeighborsClassifier(25))
    model = LeaveOneClientOut(nearest).fit(X, false, clients=clients)
    assert model.suspects_ == frozenset()
    assert model.report_.scores[model.clients_.index("e"), -1] < 0.2  # everybody's model contradicts e
    assert LeaveOneClientOut(nearest, mechanism="mechanism-h").fit(X, false, clients=clients).suspects_ == {"e"}


def test_without_trusted_rows_the_liar_is_named_by_its_own_false_ones(sites):
    X, words, false, clients = sites
    model = LeaveOneClientOut(LOGISTIC, mechanism="mechanism-h").fit(X, false, clients=clients)
    assert model.suspects_ == {"e"}
    honest = clone(LOGISTIC).fit(X[clients != "e"], words[clients != "e"])
    assert (model.predict(X) == honest.predict(X)).all()
    assert model.score(X, words) == honest.score(X, words) > 0.95


def test_a_regression_names_the_site_whose_numbers_have_another_sign():
    X, y = load_diabetes(return_X_y=True)
    clients = np.random.default_rng(2).integers(4, size=len(y))
    model = LeaveOneClientOut(Ridge(0.1)).fit(X, np.where(clients == 3, -y, y), clients=clients)
    assert model.suspects_ == {3}


class Descent(RegressorMixin, BaseEstimator):
    """Gradient descent for half the mean squared error: rounds of local SGD with one step on all rows are just that."""

    def fit(self, X, y):
        self.weights_, self.bias_ = np.zeros(X.shape[1]), 0.0
        for _ in range(30):
            error = X @ self.weights_ + self.bias_ - y
            self.weights_, self.bias_ = self.weights_ - 0.1 * X.T @ error / len(y), self.bias_ - 0.1 * error.mean()
        return self

    def predict(self, X):
        return X @ self.weights_ + self.bias_


def half_mean_squared_error(model, X, y):
    return -np.mean((model.predict(X) - y) ** 2) / 2


def both_kinds_of_rows(data, held_out):
    """Rows to train on, then rows to test on, with labels, clients and which of them are trusted."""
    told = [data.client(client) for client in range(data.clients)]
    parts = [*told, *held_out]
    X, y = (np.concatenate([pair[place].flatten(1 - place).numpy() for pair in parts]) for place in (0, 1))
    clients = np.concatenate([np.full(len(pair[1]), k % data.clients) for k, pair in enumerate(parts)])
    return X, y, clients, np.arange(len(y)) >= sum(len(pair[1]) for pair in told)


@pytest.mark.parametrize("tolerance", [0.02, 0.1, 0.4])
@pytest.mark.parametrize("liars", [[], [2]])
def test_scores_refusals_and_suspects_are_those_of_consensus_by_training(tolerance, liars):
    torch = pytest.importorskip("torch")
    from incentives.learning.deviations import FlipLabels, misreported_data
    from incentives.learning.local_update import LocalWork
    from incentives.methods.consensus_by_training import consensus_by_training, learning_problem

    problem, lies = learning_problem("linear", most=40), {liar: FlipLabels() for liar in liars}
    work = LocalWork(rate=0.1, steps=1, batch_size=40)
    there = consensus_by_training(problem, work, rounds=30, seed=0, tolerance=tolerance, deviations=lies)
    X, y, clients, trusted = both_kinds_of_rows(misreported_data(problem.data, lies), problem.held_out)
    here = LeaveOneClientOut(Descent(), tolerance=tolerance, scoring=half_mean_squared_error, refit=False)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "no model suits all clients")
        here.fit(X, y, clients=clients, trusted=trusted)
    np.testing.assert_allclose(-here.report_.scores, there.losses.numpy(), rtol=1e-9)
    assert (here.accepts_ == ~there.fails.numpy()).all()
    assert here.suspects_ == (frozenset() if there.everybody_passes else there.suspects)
    if there.chosen is not None and not there.everybody_passes:
        assert here.report_.served == there.chosen
        model = torch.tensor([*here.estimator_.weights_, here.estimator_.bias_])
        torch.testing.assert_close(there.bank.values[there.chosen], model, rtol=0, atol=1e-9)


def test_mechanism_h_names_whom_mechanism_h_by_training_names():
    pytest.importorskip("torch")
    from incentives.learning.deviations import FlipLabels, misreported_data
    from incentives.methods.consensus_by_training import learning_problem
    from incentives.methods.training_losses import mechanism_h_by_training, training_losses

    problem, lie = learning_problem("linear", shared=True, most=20), {2: FlipLabels()}
    truth, told = training_losses(problem, ridge=0.05), training_losses(problem, ridge=0.05, deviations=lie)
    tolerance = 1.3 * truth.minimax(content=truth.best(), gap=0.02).largest
    there = mechanism_h_by_training(truth, told, tolerance=tolerance, slack=0.04)
    for data in (problem.data, misreported_data(problem.data, lie)):
        true = [problem.data.client(client) for client in range(6)]
        X, y, clients, trusted = both_kinds_of_rows(data, true)
        here = LeaveOneClientOut(
            Ridge(1.0), mechanism="mechanism-h", tolerance=0.4, scoring=half_mean_squared_error
        ).fit(X, y, clients=clients, trusted=trusted)
        assert here.suspects_ == (frozenset() if data is problem.data else there.outcome.liars)


# Means of eight numbers, so that a client's refusal can be read off.
NUMBERS, SITES = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.0, 9.0], ["a", "a", "b", "b", "c", "c", "d", "d"]
MEAN = LeaveOneClientOut(DummyRegressor(), scoring="neg_mean_absolute_error", tolerance=1)
ONES = [[0.0]] * 8


def test_the_refusal_of_who_was_left_out_counts_where_its_rows_are_trusted():
    drawn = clone(MEAN).fit(ONES, NUMBERS, clients=SITES)
    assert (drawn.suspects_, drawn.predict([[0.0]])) == ({"d"}, [1.0])
    minority = clone(MEAN)
    with pytest.warns(UserWarning, match="no model suits all clients within the tolerance 1"):
        minority.fit(ONES, NUMBERS, clients=SITES, trusted=[True, False] * 4)
    assert (minority.suspects_, minority.predict([[0.0]])) == (frozenset(), [3.0])
    liar = clone(MEAN).fit(ONES, [*NUMBERS[:6], 1.0, 9.0], clients=SITES, trusted=[True, False] * 4)
    assert liar.suspects_ == {"d"}


def test_what_is_served_is_trained_on_all_rows_of_those_who_stay_or_is_the_very_model():
    numbers = [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 9.0]
    again = clone(MEAN).fit(ONES, numbers, clients=SITES, trusted=[True, False] * 4)
    very = clone(MEAN).set_params(refit=False).fit(ONES, numbers, clients=SITES, trusted=[True, False] * 4)
    assert again.suspects_ == very.suspects_ == {"d"}
    assert (again.predict([[0.0]]), very.predict([[0.0]])) == ([1.5], [2.0])


def test_equal_seeds_set_the_same_rows_aside_and_the_global_state_is_left_alone(sites):
    X, _, false, clients = sites
    before = np.random.mtrand._rand.get_state()[1].copy()
    scores = [
        LeaveOneClientOut(LOGISTIC, random_state=seed).fit(X, false, clients=clients).report_.scores
        for seed in (1, 1, np.random.RandomState(1), 2)
    ]
    assert (np.random.mtrand._rand.get_state()[1] == before).all()
    assert (scores[0] == scores[1]).all()
    assert (scores[0] == scores[2]).all()
    assert (scores[0] != scores[3]).any()


def test_names_of_clients_and_the_order_of_rows_change_nothing():
    X, y = load_diabetes(return_X_y=True)
    clients = np.random.default_rng(2).integers(4, size=len(y))
    trusted = np.random.default_rng(3).random(len(y)) < 0.3
    y = np.where((clients == 3) & ~trusted, -y, y)
    first = LeaveOneClientOut(Ridge(0.1)).fit(X, y, clients=clients, trusted=trusted).report_
    order = np.random.default_rng(4).permutation(len(y))
    names = np.array(["q", "r", "s", "t"])[clients]
    other = LeaveOneClientOut(Ridge(0.1)).fit(X[order], y[order], clients=names[order], trusted=trusted[order]).report_
    np.testing.assert_allclose(first.scores, other.scores)
    assert {"qrst"[label] for label in first.suspects} == other.suspects == {"t"}


def test_it_works_in_a_pipeline_and_in_a_search_over_its_own_and_inner_parameters(sites):
    X, words, false, clients = sites
    piped = make_pipeline(StandardScaler(), LeaveOneClientOut(LogisticRegression(), mechanism="mechanism-h"))
    piped.fit(X, false, leaveoneclientout__clients=clients)
    assert piped[-1].suspects_ == {"e"}
    grid = {"tolerance": [0.1, 1.0], "estimator__logisticregression__C": [0.1, 1.0]}
    search = GridSearchCV(LeaveOneClientOut(LOGISTIC, mechanism="mechanism-h"), grid, cv=3)
    search.fit(X, words, clients=clients)
    assert search.best_score_ > 0.9
    assert search.best_estimator_.clients_ == tuple("abcde")
    kept = clone(search.best_estimator_)
    assert (
        kept.get_params()["estimator__logisticregression__C"] == search.best_params_["estimator__logisticregression__C"]
    )
    with pytest.raises(NotFittedError):
        kept.predict(X)
    assert cross_val_score(kept, X, words, groups=clients, cv=GroupKFold(3)).min() > 0.9


def test_labels_of_clients_and_weights_are_routed(sites):
    X, words, _, clients = sites
    weights = np.random.default_rng(0).random(len(X))
    plain = LeaveOneClientOut(LogisticRegression(C=1e-3)).fit(
        StandardScaler().fit_transform(X), words, sample_weight=weights
    )
    with sklearn.config_context(enable_metadata_routing=True):
        inner = LogisticRegression(C=1e-3).set_fit_request(sample_weight=True)
        model = LeaveOneClientOut(inner).set_fit_request(clients=True)
        scale = StandardScaler().set_fit_request(sample_weight=False)
        piped = make_pipeline(scale, model).fit(X, words, clients=clients, sample_weight=weights)
        assert piped[-1].clients_ == tuple("abcde")
        alone = make_pipeline(scale, model).fit(X, words, sample_weight=weights)
        assert alone[-1].clients_ == ()
        np.testing.assert_allclose(alone[-1].estimator_.coef_, plain.estimator_.coef_)
        search = GridSearchCV(model, {"tolerance": [0.2]}, cv=2).fit(
            StandardScaler().fit_transform(X), words, clients=clients, sample_weight=weights
        )
        assert search.best_estimator_.clients_ == tuple("abcde")


def test_what_has_an_entry_for_each_row_is_cut_with_the_rows():
    seen = []

    class Seen(DummyRegressor):
        def fit(self, X, y, sample_weight=None, words=None):
            seen.append((len(X), None if sample_weight is None else len(sample_weight), words))
            return super().fit(X, y, sample_weight)

    model = clone(MEAN).set_params(estimator=Seen())
    model.fit(ONES, NUMBERS, clients=SITES, sample_weight=[1.0] * 8, words="of eight")
    assert {entry[0] - entry[1] for entry in seen} == {0}
    assert {entry[2] for entry in seen} == {"of eight"}
    weighed = clone(MEAN).fit(ONES, NUMBERS, clients=SITES, sample_weight=np.array([1.0] * 6 + [0.0] * 2))
    assert weighed.predict([[0.0]]) == [1.0]


def test_it_has_the_methods_and_the_kind_of_what_it_wraps():
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    machine, logistic = LeaveOneClientOut(LinearSVC()), LeaveOneClientOut(LogisticRegression())
    assert is_classifier(machine)
    assert is_regressor(LeaveOneClientOut(Ridge()))
    assert hasattr(machine, "decision_function")
    assert not hasattr(machine, "predict_proba")
    with pytest.raises(AttributeError, match="predict_proba"):
        _ = machine.predict_proba
    clients = np.arange(len(y)) % 3
    for model in (machine.fit(X, y, clients=clients), logistic.fit(X, y, clients=clients)):
        assert (model.decision_function(X) == model.estimator_.decision_function(X)).all()
        assert (model.classes_.tolist(), model.n_features_in_) == ([0, 1], 30)
    np.testing.assert_allclose(np.exp(logistic.predict_log_proba(X)), logistic.predict_proba(X))


@pytest.mark.parametrize(
    ("changed", "given", "words"),
    [
        ({}, {"clients": SITES[:-1]}, "clients must hold one label for each of the 8 rows, got 7"),
        ({}, {"clients": ["a"] * 8}, "clients must name at least two clients, got .*; leave it out"),
        ({}, {"clients": [*SITES[:-1], None]}, "none of them missing; got None in row 7"),
        ({}, {"clients": [0, 0, 1, 1, 2, 2, 3, float("nan")]}, "none of them missing; got nan in row 7"),
        ({}, {"clients": [*"aabbccde"]}, "at least two rows each, .*; client 'd' has 1"),
        ({}, {"trusted": [True, False] * 4}, "clients must be given where trusted is"),
        ({}, {"clients": SITES, "trusted": [True] * 8}, "trusted must leave each client rows to train on"),
        ({"mechanism": "h"}, {}, "mechanism must be one of leave-one-out, mechanism-h, got 'h'"),
        ({"tolerance": -0.1}, {}, "tolerance must be a finite number of at least 0, got -0.1"),
        ({"validation": 1}, {}, "validation must be a finite number above 0 and below 1, got 1"),
        ({"refit": "yes"}, {}, "refit must be True or False, got 'yes'"),
        ({"random_state": "x"}, {}, "random_state must be a seed or a RandomState"),
        ({"scoring": "no-such-score"}, {"clients": SITES}, "scoring must suit the estimator: .*no-such-score"),
        ({"scoring": "r2"}, {"clients": SITES}, "finite number for every client; client 'a' has nan on 1 rows to test"),
        ({"scoring": lambda *_: "good"}, {"clients": SITES}, "finite number for every client; client 'a' has good"),
    ],
)
@pytest.mark.filterwarnings("ignore:R.2 score is not well-defined")
def test_what_is_wrong_is_named(changed, given, words):
    with pytest.raises(ValueError, match=words):
        clone(MEAN).set_params(**changed).fit(ONES, NUMBERS, **given)


def test_an_error_in_training_says_with_whom():
    y = [0, 1, 0, 1, 1, 1]
    model = LeaveOneClientOut(LogisticRegression(), mechanism="mechanism-h", validation=0.5)
    with pytest.raises(ValueError, match="class") as raised:
        model.fit([[0.0]] * 6, y, clients=[*"aabbcc"])
    assert raised.value.__notes__[0].startswith("in training on the rows of ")


def test_labels_under_the_name_of_the_splitters_are_sent_to_the_right_one():
    with pytest.raises(TypeError, match="groups") as raised:
        clone(MEAN).fit(ONES, NUMBERS, groups=SITES)
    assert raised.value.__notes__ == ["groups goes to the estimator's own fit; labels of clients are given as clients"]


def test_without_scikit_learn_it_says_what_to_install_and_the_rest_works():
    program = (
        "import sys; sys.modules['sklearn'] = None\n"
        "import incentives.methods.harmful_clients\n"
        "from incentives.methods import LeaveOneClientOut"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ModuleNotFoundError: this needs the package scikit-learn: pip install 'incentives[learning]'" in done.stderr
