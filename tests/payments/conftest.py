import matplotlib.pyplot as plt
import pytest


@pytest.fixture
def ax():
    """Axes of a figure that is closed after the test."""
    yield plt.subplots()[1]
    plt.close("all")
