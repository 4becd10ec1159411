import pickle, pickletools, copy, io
pickletools.dis(pickle.dumps({"a": (1, 2.5)}, 2))
pickletools.dis(pickle.dumps([True, None, "x"], 0))
print(pickletools.optimize(pickle.dumps(["a", "b"], 4)))
class Node:
    def __init__(self, name):
        self.name, self.children = name, []
    def __copy__(self):
        print("copy", self.name)
        new = Node(self.name); new.children = self.children
        return new
    def __deepcopy__(self, memo):
        print("deepcopy", self.name)
        new = Node(self.name + "'"); memo[id(self)] = new
        new.children = copy.deepcopy(self.children, memo)
        return new
n = Node("a"); n.children += [Node("b"), n]
s, d = copy.copy(n), copy.deepcopy(n)
print(s.children is n.children, d.children[1] is d, d.children[0].name)
print(copy.replace.__name__, copy.copy([1, [2]]), copy.deepcopy({1: [2]}))
try:
    copy.copy(i for i in [])
except TypeError as e:
    print(e)
