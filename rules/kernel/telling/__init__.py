"""What is said of an action: templates with typed arguments, consequences, ids."""
