"""What ``run.py bench rules`` measures."""
