# expect: exception
# why: a class whose name is odd still gives a report

raise type('\0\n', (Exception,), {})('odd')
