try:
    1 / 0
except ZeroDivisionError as e:
    e.add_note("while dividing")
    e.add_note("twice\nlines")
    raise
