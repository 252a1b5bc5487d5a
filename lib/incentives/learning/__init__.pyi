from .averaging import FedAvg as FedAvg, Personalized as Personalized
from .client_split import ClientSplit as ClientSplit
from .data import load as load
from .deviations import Bias as Bias, FlipLabels as FlipLabels, Rescale as Rescale, Rotate as Rotate
from .evaluation import evaluate as evaluate
from .federated_data import FederatedData as FederatedData
from .federation import run as run
from .local_update import LocalWork as LocalWork
from .networks import (
    dense_classifier as dense_classifier,
    linear_regression as linear_regression,
    logistic_regression as logistic_regression,
)
from .partition import (
    dirichlet as dirichlet,
    divide as divide,
    homogeneous as homogeneous,
    label_skew as label_skew,
    quantity_skew as quantity_skew,
)
from .slim_masks import width_masks as width_masks
from .slim_networks import OneConv as OneConv, ResNet18 as ResNet18, TextLSTM as TextLSTM, TwoConv as TwoConv
