class A(B:
    pass
