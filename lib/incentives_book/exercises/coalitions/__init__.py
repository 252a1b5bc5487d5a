"""Exercises on model-sharing games, by what they ask about."""

from incentives_book.exercises.coalitions import errors, stability, two_sizes, weights

EXERCISES = (*errors.EXERCISES, *stability.EXERCISES, *two_sizes.EXERCISES, *weights.EXERCISES)
