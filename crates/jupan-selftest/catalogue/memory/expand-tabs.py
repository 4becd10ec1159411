# expect: memory
# why: one tab of a billion columns

'\t'.expandtabs(10**9)
