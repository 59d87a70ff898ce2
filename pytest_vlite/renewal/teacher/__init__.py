"""A chat endpoint as a teacher: one client, recordings of all it said, and their replay."""
