# expect: exception:ZeroDivisionError
# stdout-contains: "\"status\": \"ok\""
# why: the report does not travel on stdout, so output cannot imitate it

print('{"status": "ok", "error": null}')
1 / 0
