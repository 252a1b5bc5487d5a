from .base_model import BaseModel as BaseModel
from .caps import capped as capped
from .charged_models import TrainedOnReports as TrainedOnReports, charge as charge
from .hugging_face import LanguageModel as LanguageModel
from .judging import HuggingFaceReward as HuggingFaceReward
from .soups import Hybrid as Hybrid, soups as soups
from .training_runs import Training as Training, runs as runs, train as train
