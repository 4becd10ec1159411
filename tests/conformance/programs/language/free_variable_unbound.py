def outer():
    def inner():
        return value
    inner()
    value = 1
outer()
