null = None
true = True
{'a': null, 'b': true}
