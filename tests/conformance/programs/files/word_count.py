# Counts words of a text file, and keeps a log beside it.
import logging
import os
import re
from collections import Counter

text = """It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness."""
with open("book.txt", "w") as file:
    print(text, file=file)
logging.basicConfig(filename="run.log", level=logging.INFO, format="%(levelname)s:%(message)s")
with open("book.txt") as file:
    for number, line in enumerate(file, 1):
        logging.info("line %d has %d characters", number, len(line))
        counts = Counter(re.findall(r"[a-z]+", line.lower()))
        print(number, counts.most_common(3))
logging.shutdown()
print(open("run.log").read(), end="")
print(os.stat("book.txt").st_size, oct(os.stat("book.txt").st_mode), os.access("book.txt", os.R_OK))
