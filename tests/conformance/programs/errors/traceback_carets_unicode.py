prénom = "Zoë"
größe = "groß: " + prénom + 5 + "ü"
