def load():
    import some_missing_package.sub as s
load()
