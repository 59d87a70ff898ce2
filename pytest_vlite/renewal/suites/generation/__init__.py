"""Inputs of a problem: by chance, at the edges of the constraints, and by supplied generators."""
