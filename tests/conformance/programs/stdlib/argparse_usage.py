import argparse
p = argparse.ArgumentParser(prog="tool", description="A tool.")
p.add_argument("file"); p.add_argument("-n", "--num", type=int, default=3, help="how many"); p.add_argument("--flag", action="store_true"); p.add_argument("--mode", choices=["a", "b"])
ns = p.parse_args(["x.txt", "-n", "5", "--flag"])
print(ns, ns.num, vars(ns))
sub = argparse.ArgumentParser(prog="git"); sp = sub.add_subparsers(dest="cmd"); add = sp.add_parser("add"); add.add_argument("paths", nargs="+")
print(sub.parse_args(["add", "a", "b"]), p.parse_known_args(["f", "--zzz"])[1])
try:
    p.parse_args(["x", "-n", "abc"])
except SystemExit as e:
    print("exit", e.code)
