"""Exercises on payments for fine-tuning, by what they ask about."""

from incentives_book.exercises.payments import bills, lies, training

EXERCISES = (*training.EXERCISES, *lies.EXERCISES, *bills.EXERCISES)
