"""Tests of making inputs."""
