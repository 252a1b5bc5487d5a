"""The study of methods that reward with smaller networks."""
