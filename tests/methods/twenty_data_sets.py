"""Twenty data sets as somebody brings them to `compare`, and what each must get: a right table, or one sentence.

The list was written before the library was mended for it. Each data set is made from what scikit-learn carries, is
small and the same every time, and is given as the keywords of `compare`: data, network and what else belongs to it.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas
from sklearn import datasets
from sklearn.preprocessing import StandardScaler
from torch import nn


class Table(NamedTuple):
    """A row for each method and client; federated averaging rewards with at least `least`; classes are called so."""

    least: float
    classes: tuple | None = None


class Advice(NamedTuple):
    """One sentence that names what is wrong, and says the way out; both are patterns.

    It is the message of a ValueError or, where only training can show it, what the table says of every method.
    """

    wrong: str
    way_out: str


def dense(inputs, classes, hidden=16):
    """A network of one hidden layer that any method can narrow."""
    return nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, classes))


def dealt(inputs, labels, clients=3, seed=0):
    """Examples dealt to clients of about the same size, in random order; frames and Series stay what they are."""
    order = np.random.default_rng(seed).permutation(len(labels))
    inputs, labels = (part.iloc[order] if hasattr(part, "iloc") else part[order] for part in (inputs, labels))
    starts = np.linspace(0, len(labels), clients + 1).astype(int)
    return [(inputs[a:b], labels[a:b]) for a, b in pairwise(starts)]


def iris_frame():
    """Measures of irises in centimetres, with their species as texts."""
    irises = datasets.load_iris(as_frame=True)
    return irises.data, irises.target.map(dict(enumerate(map(str, irises.target_names))))


def iris_with_a_constant_column_and_a_client_twice():
    """Irises in single precision, a column that is 1 everywhere, and the first client's examples given once more."""
    inputs, labels = datasets.load_iris(return_X_y=True)
    inputs = np.c_[inputs, np.ones(len(inputs))].astype(np.float32)
    clients = dealt(inputs, labels)
    return {"data": [*clients, clients[0]], "network": dense(5, 3)}


def iris_as_frames_with_a_shuffled_index():
    """Frames of named columns and Series of species as texts, whose index says where a row once stood."""
    return {"data": dealt(*iris_frame()), "network": dense(4, 3)}


def wine_as_it_is():
    """Thirteen measures of wines in their own units, from tenths to thousands."""
    inputs, labels = datasets.load_wine(return_X_y=True)
    return {"data": dealt(inputs, labels), "network": dense(13, 3)}


def cancer_with_labels_in_floats():
    """Standardised measures of tumours, and labels 0.0 and 1.0 as a text file gives them."""
    inputs, labels = datasets.load_breast_cancer(return_X_y=True)
    inputs = StandardScaler().fit_transform(inputs[:200, :10])
    return {"data": dealt(inputs, labels[:200].astype(float)), "network": dense(10, 2)}


def digits_of_sixteen_greys():
    """Flat images with greys from 0 to 16 as floats."""
    inputs, labels = datasets.load_digits(return_X_y=True)
    return {"data": dealt(inputs[:200], labels[:200]), "network": dense(64, 10, 32)}


def digits_in_bytes():
    """Images of one channel with bytes from 0 to 255, for a network with a convolution."""
    digits = datasets.load_digits()
    images = (digits.images[:200, None] * 255 / 16).astype(np.uint8)
    network = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 10))
    return {"data": dealt(images, digits.target[:200]), "network": network}


def digits_in_whole_numbers():
    """Pixels from 0 to 255 as a frame of whole numbers, as a CSV file gives them."""
    digits = datasets.load_digits(as_frame=True)
    pixels = (digits.data[:200] * 255 / 16).astype(int)
    return {"data": dealt(pixels, digits.target[:200]), "network": dense(64, 10)}


def moons_with_truth_values():
    """Two moons, where a label is True or False."""
    inputs, labels = datasets.make_moons(200, noise=0.1, random_state=0)
    return {"data": dealt(inputs, labels == 1), "network": dense(2, 2)}


def one_in_twenty_and_a_tiny_client():
    """Two classes of which one is rare, and a client of six examples; who always says the frequent one gets a half."""
    inputs, labels = datasets.make_classification(
        300, 6, n_informative=3, n_redundant=0, weights=[0.95], flip_y=0, class_sep=2, random_state=0
    )
    large, other, third = dealt(inputs, labels)
    return {"data": [large, other, (third[0][:6], third[1][:6])], "network": dense(6, 2)}


def towns_and_a_client_of_one_class():
    """Three clouds of points named after towns; the last client has been to one town only."""
    inputs, labels = datasets.make_blobs(180, random_state=0)
    towns = np.array(["Oslo", "Quito", "Rome"])[labels]
    clients = dealt(inputs[:140], towns[:140], 2)
    oslo = towns[140:] == "Oslo"
    return {"data": [*clients, (inputs[140:][oslo], towns[140:][oslo])], "network": dense(2, 3)}


def healthy_people_only():
    """One class in all of the data: nobody is ill."""
    inputs = np.random.default_rng(0).normal(size=(90, 3))
    return {"data": dealt(inputs, np.zeros(90, int)), "network": dense(3, 2)}


def a_client_of_one_example():
    """Clouds of points; the last client has one, of which nothing can be set aside."""
    inputs, labels = datasets.make_blobs(121, random_state=0)
    return {"data": [*dealt(inputs[:120], labels[:120]), (inputs[120:], labels[120:])], "network": dense(2, 3)}


def a_client_of_one_example_and_a_server_with_its_own():
    """The same, where the server has validation and test data of its own, so that nothing is set aside."""
    aside = {name: datasets.make_blobs(60, random_state=0) for name in ("validation", "test")}
    return a_client_of_one_example() | aside


def irises_of_which_one_was_not_measured():
    """A frame where a petal's width is missing."""
    inputs, species = iris_frame()
    inputs.loc[7, "petal width (cm)"] = np.nan
    return {"data": dealt(inputs, species), "network": dense(4, 3)}


def irises_with_a_garden_and_a_day():
    """A frame with a column of texts and one of dates beside its numbers."""
    inputs, species = iris_frame()
    inputs["garden"] = np.where(np.arange(150) % 2, "north", "south")
    inputs["day"] = pandas.date_range("2024-01-01", periods=150)
    return {"data": dealt(inputs, species), "network": dense(6, 3)}


def irises_with_dummies():
    """The garden after `pandas.get_dummies`, which makes columns of truth values, and species as categories."""
    inputs, species = iris_frame()
    inputs["garden"] = np.where(np.arange(150) % 2, "north", "south")
    return {"data": dealt(pandas.get_dummies(inputs), species.astype("category")), "network": dense(6, 3)}


def irises_in_nanometres():
    """Measures a million times as large as usual."""
    inputs, labels = datasets.load_iris(return_X_y=True)
    return {"data": dealt(inputs * 1e6, labels), "network": dense(4, 3)}


def labels_of_minus_one_and_one():
    """Two classes that are called -1 and 1."""
    inputs, labels = datasets.make_moons(120, noise=0.1, random_state=0)
    return {"data": dealt(inputs, 2 * labels - 1), "network": dense(2, 2)}


def one_hot_labels():
    """A row of zeros and a one for each label."""
    inputs, labels = datasets.load_iris(return_X_y=True)
    return {"data": dealt(inputs, np.eye(3)[labels]), "network": dense(4, 3)}


def diabetes_to_be_predicted():
    """Numbers to predict, from 25 to 346, and no classes."""
    inputs, targets = datasets.load_diabetes(return_X_y=True)
    return {"data": dealt(inputs[:200], targets[:200]), "network": dense(10, 1)}


SPECIES = ("setosa", "versicolor", "virginica")
TWENTY = {
    iris_with_a_constant_column_and_a_client_twice: Table(least=0.6),
    iris_as_frames_with_a_shuffled_index: Table(least=0.6, classes=SPECIES),
    wine_as_it_is: Advice(r"diverged|inputs", r"scale the inputs"),
    cancer_with_labels_in_floats: Table(least=0.85),
    digits_of_sixteen_greys: Table(least=0.5),
    digits_in_bytes: Table(least=0.3),
    digits_in_whole_numbers: Advice(r"inputs .*int64", r"make them floats"),
    moons_with_truth_values: Table(least=0.6, classes=(False, True)),
    one_in_twenty_and_a_tiny_client: Table(least=0.5),
    towns_and_a_client_of_one_class: Table(least=0.7, classes=("Oslo", "Quito", "Rome")),
    healthy_people_only: Advice(r"labels of data .*two classes, got only 0", r"add examples of another"),
    a_client_of_one_example: Advice(r"client 3 .* got 1\b", r"give validation and test"),
    a_client_of_one_example_and_a_server_with_its_own: Table(least=0.7),
    irises_of_which_one_was_not_measured: Advice(r"client \d .*petal width \(cm\)", r"fill in .* leave"),
    irises_with_a_garden_and_a_day: Advice(r"client 0 .*garden, day", r"get_dummies"),
    irises_with_dummies: Table(least=0.6, classes=SPECIES),
    irises_in_nanometres: Advice(r"diverged|inputs", r"scale the inputs"),
    labels_of_minus_one_and_one: Advice(r"labels of data .* -1 to 1", r"number .* from 0"),
    one_hot_labels: Advice(r"client 0 .*labels .*\(50, 3\)", r"argmax"),
    diabetes_to_be_predicted: Advice(r"labels of (client 0|data) .* class", r"into classes"),
}
