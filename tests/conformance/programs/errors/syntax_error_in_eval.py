eval("2 +* 3")
