"""Answers to drawn items: their types, canonical forms and comparison."""
