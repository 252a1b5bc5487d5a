"""Exercises on rewards by width, by what they ask about."""

from incentives_book.exercises.rewards import allocations, training, walks

EXERCISES = (*training.EXERCISES, *allocations.EXERCISES, *walks.EXERCISES)
