import pytest
import torch
from torch import nn

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.evaluation import evaluate, predict
from incentives.learning.networks import dense_classifier, linear_regression
from incentives.learning.tasks import Task


def models(task, rows=3):
    values = torch.randn(rows, task.layout.size, generator=generator(1, "models"))
    return ParamBank(values, task.layout)


def test_scores_are_those_of_one_model_after_the_other():
    task = dense_classifier(4, [5], 3)
    plain = Task(task.make, task.loss)  # the same network without its stacked form
    bank, inputs = models(task), torch.randn(50, 4, generator=generator(2, "inputs"))
    labels = torch.randint(3, (50,), generator=generator(3, "labels"))
    scores = evaluate(task, bank, None, inputs, labels, chunk=7)
    for other in (evaluate(plain, bank, None, inputs, labels), evaluate(task, bank, None, inputs, labels)):
        assert torch.allclose(scores.losses, other.losses)
        assert torch.equal(scores.accuracies, other.accuracies)
    for model in range(3):
        outputs = bank.load(model, task.module())(inputs)
        assert torch.isclose(scores.losses[model], nn.functional.cross_entropy(outputs, labels))
        assert torch.isclose(scores.accuracies[model], (outputs.argmax(1) == labels).float().mean())
    assert torch.allclose(predict(plain, bank, None, inputs), predict(task, bank, None, inputs), atol=1e-6)


def test_batch_normalization_uses_each_models_own_statistics():
    task = Task(lambda: nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3)))
    bank = models(task)
    buffers = ParamBank(torch.rand(3, 7, generator=generator(4, "buffers")), task.buffer_layout)
    inputs = torch.randn(6, 4, generator=generator(2, "inputs"))
    outputs = predict(task, bank, buffers, inputs)
    for model in range(3):
        row, own = bank.row(model), buffers.row(model)
        linear = inputs @ row["0.weight"].T + row["0.bias"]
        scaled = (linear - own["1.running_mean"]) / (own["1.running_var"] + 1e-5).sqrt()
        assert torch.allclose(outputs[model], scaled * row["1.weight"] + row["1.bias"], atol=1e-5)


def test_regression_has_a_loss_and_no_accuracy():
    task = linear_regression(2)
    bank = ParamBank(torch.tensor([[1.0, 0.0, 1.0]]), task.layout)
    scores = evaluate(task, bank, None, torch.tensor([[1.0, 5.0], [2.0, 5.0]]), torch.tensor([2.0, 5.0]).double())
    assert scores.losses.tolist() == [1.0]
    assert scores.accuracies.isnan().all()
    assert str(scores) == "loss 1"


def test_scores_print_the_mean_accuracy():
    task = dense_classifier(1, [1], 2)
    bank = ParamBank(torch.zeros(2, task.layout.size), task.layout)
    assert str(evaluate(task, bank, None, torch.zeros(4, 1), torch.tensor([0, 0, 0, 1]))) == "accuracy 75.0%"


@pytest.mark.parametrize(("inputs", "labels"), [(0, 0), (3, 2)])
def test_examples_and_labels_belong_together(inputs, labels):
    task = linear_regression(2)
    with pytest.raises(ValueError, match="equally many, at least 1"):
        evaluate(task, models(task), None, torch.zeros(inputs, 2), torch.zeros(labels))


class Tokens(nn.Module):
    """A network of whole numbers that runs out of memory where there are too many of them."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(4, 2)

    def forward(self, inputs):
        if len(inputs) > 2:
            raise RuntimeError("out of memory")
        return self.table(inputs)


def test_what_goes_wrong_with_tokens_is_told_as_it_is():
    task, labels = Task(Tokens), torch.tensor([0, 1, 0, 1])
    inputs = torch.tensor([0, 1, 2, 3])
    assert len(evaluate(task, models(task), None, inputs, labels, chunk=2).losses) == 3
    with pytest.raises(RuntimeError, match=r"^out of memory"):
        evaluate(task, models(task), None, inputs, labels)
    dense = dense_classifier(1, [3], 2)
    with pytest.raises(ValueError, match=r"inputs must be what the network reads, got torch\.int64; .* It says: "):
        evaluate(dense, models(dense), None, inputs[:, None], labels)
