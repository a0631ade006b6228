"""From plain rule functions to interpreted, CPU and GPU code."""
