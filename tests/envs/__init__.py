"""Tests of the environments, including the test suites of the upstream packages."""
