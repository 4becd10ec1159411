# expect: exit
# why: SystemExit can carry anything

raise SystemExit([1, 2])
