"""One terminal screen that shows a table live, drawn from nothing but what the daemon tells everyone.

It must never look inside a table: whatever is drawn came over the control socket as the public picture or as an event
of the watch stream, so no hidden card can get here.
"""
