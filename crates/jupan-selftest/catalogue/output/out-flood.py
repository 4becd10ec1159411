# expect: output
# limits: output_bytes=8192
# stdout-contains: "line of text"
# why: the output is cut at the cap; the cut is visible to the caller

while True: print('line of text')
