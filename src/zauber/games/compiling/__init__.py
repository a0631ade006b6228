"""Turns plain rule functions into interpreted, CPU and GPU code, and gives access to the fields of records."""
