import pytest
import torch

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.networks import (
    DenseNetwork,
    dense_classifier,
    linear_regression,
    logistic_regression,
)

CLIENTS, RUNS, EXAMPLES = 3, 2, 5
TASKS = {
    "linear": (linear_regression(4), None),
    "linear without intercept": (linear_regression(4, bias=False), None),
    "logistic": (logistic_regression(4), 2),
    "softmax": (logistic_regression(4, 3), 3),
    "relu": (dense_classifier(4, [6], 3), 3),
    "tanh, deep": (dense_classifier(4, [6, 5, 4], 3, activation="tanh"), 3),
    "relu without intercept": (dense_classifier(4, [6, 5], 2, bias=False), 2),
}


@pytest.fixture(params=TASKS)
def problem(request):
    task, classes = TASKS[request.param]
    chance = generator(1, request.param)
    values = torch.randn(CLIENTS * RUNS, task.layout.size, generator=chance, dtype=torch.float64)
    inputs = torch.randn(CLIENTS, EXAMPLES, 4, generator=chance, dtype=torch.float64)
    labels = torch.randn(CLIENTS, EXAMPLES, generator=chance, dtype=torch.float64)
    if classes:
        labels = torch.randint(classes, (CLIENTS, EXAMPLES), generator=chance)
    weights = torch.rand(CLIENTS, EXAMPLES, generator=chance, dtype=torch.float64)
    bank = ParamBank(values, task.layout)
    parameters = {k: v.unflatten(0, (CLIENTS, RUNS)).contiguous() for k, v in bank.views().items()}
    return task, bank, parameters, inputs, labels, weights


def test_stacked_outputs_and_gradients_are_those_of_the_modules(problem):
    task, bank, parameters, inputs, labels, weights = problem
    outputs = task.stacked.outputs(parameters, inputs)
    gradients = task.stacked.gradient(parameters, inputs, labels, weights, task.loss)
    module = task.module().double()
    for client in range(CLIENTS):
        for run in range(RUNS):
            bank.load(client * RUNS + run, module)
            alone = module(inputs[client])
            assert torch.allclose(outputs[client, run], alone, atol=1e-12)
            module.zero_grad()
            (task.loss.each(alone, labels[client]) * weights[client]).sum().backward()
            for name, parameter in module.named_parameters():
                assert torch.allclose(gradients[name][client, run], parameter.grad, atol=1e-12)


def test_outputs_are_differentiable(problem):
    task, _, parameters, inputs, labels, weights = problem
    leaves = {name: tensor.clone().requires_grad_() for name, tensor in parameters.items()}
    each = task.loss.each(task.stacked.outputs(leaves, inputs), labels[:, None])
    found = torch.autograd.grad((each * weights[:, None]).sum(), list(leaves.values()))
    written = task.stacked.gradient(parameters, inputs, labels, weights, task.loss)
    for name, gradient in zip(leaves, found, strict=True):
        assert torch.allclose(written[name], gradient, atol=1e-12)


def test_convex_problems_start_at_zero_and_networks_do_not():
    assert not linear_regression(3).initial(generator(1, "w"))[0].values.any()
    assert not logistic_regression(3, 4).initial(generator(1, "w"))[0].values.any()
    assert dense_classifier(3, [2], 2).initial(generator(1, "w"))[0].values.all()


def test_images_are_flattened():
    task = dense_classifier(6, [3], 2)
    bank, _ = task.initial(generator(1, "w"))
    images = torch.rand(1, 5, 2, 3, generator=generator(1, "x"))
    parameters = {name: view[None].contiguous() for name, view in bank.views().items()}
    alone = bank.load(0, task.module())(images[0])
    assert torch.allclose(task.stacked.outputs(parameters, images)[0, 0], alone)


def test_wrong_networks_are_refused():
    with pytest.raises(ValueError, match="widths must be two or more"):
        DenseNetwork((3,))
    with pytest.raises(ValueError, match="widths must be a whole number from 1"):
        DenseNetwork((3, 0, 1))
    with pytest.raises(ValueError, match="activation must be one of"):
        DenseNetwork((3, 1), "sine")
    with pytest.raises(ValueError, match="classes must be a whole number from 2 to"):
        logistic_regression(3, 1)
