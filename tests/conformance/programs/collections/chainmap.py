from collections import ChainMap
base, user = {"a": 1, "b": 2}, {"b": 20}
cm = ChainMap(user, base)
print(cm["a"], cm["b"], dict(cm), list(cm), cm.maps, len(cm))
cm["c"] = 3
child = cm.new_child({"a": 100})
print(user, child["a"], child.parents["a"], cm)
del cm["a"]
