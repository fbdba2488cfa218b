"""Checks: whether heads make trees and spans make constituents."""
