"""Exercises on truthful federated learning, by what they ask about."""

from incentives_book.exercises.consensus import calls, outputs, redundancy

EXERCISES = (*redundancy.EXERCISES, *calls.EXERCISES, *outputs.EXERCISES)
