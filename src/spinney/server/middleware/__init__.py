"""Middleware: security headers, request limits, rate limits."""
