"""What runs beside a family's program in the sandbox; needs nothing but Python's own modules.

The modules are also imported by the harness, which checks again what comes out. They do not import
each other, as inside they are no package.
"""
