x = pass
