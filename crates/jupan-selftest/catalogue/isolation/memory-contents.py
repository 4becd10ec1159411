# expect: ok
# then: "import gc\nprint(any(isinstance(o, dict) and 'jupan_secret_marker' in o for o in gc.get_objects()))"
# then-stdout: "False\n"
# why: objects of one run are not found by another

keep = {'jupan_secret_marker': 1}
