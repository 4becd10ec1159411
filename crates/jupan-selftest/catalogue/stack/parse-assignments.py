# expect: ok
# why: a long chain of assignments is flat

exec('a=' * 50000 + '1')
