# expect: denied
# why: no path leads up to the host

open('../' * 30 + 'etc/passwd')
