"""Compatibility: the interfaces of other libraries, over the models of this one."""
