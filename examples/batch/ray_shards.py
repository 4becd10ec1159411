"""Shards of a batch as Ray tasks: python ray_shards.py IN OUT COUNT.

Every machine needs the program jupan with its image, and IN and OUT on a folder that all of them
share. A task that dies is started again by Ray and goes on behind its last whole result.
"""

import json
import subprocess
import sys


def run_shard(source: str, target: str, index: int, count: int) -> dict:
    """Runs one shard in worker processes of this machine; gives the counts of its outcomes."""
    done = subprocess.run(
        ["jupan", "batch", source, "-o", f"{target}.{index}", "--shard", f"{index}/{count}"]
        + ["--exit-zero", "--json", "--workers", "1"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return json.loads(done.stdout)


def merge(target: str, count: int) -> None:
    """Puts the shards' results together in the order of the input, a line of each at a time."""
    shards = [open(f"{target}.{index}", encoding="utf-8") for index in range(count)]
    heads = [shard.readline() for shard in shards]
    with open(target, "w", encoding="utf-8") as merged:
        while any(heads):
            numbers = [json.loads(head)["line"] if head else float("inf") for head in heads]
            first = numbers.index(min(numbers))
            merged.write(heads[first])
            heads[first] = shards[first].readline()


def main() -> None:
    import ray

    source, target, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    ray.init()
    task = ray.remote(num_cpus=1, max_retries=5, retry_exceptions=True)(run_shard)
    counts = ray.get([task.remote(source, target, index, count) for index in range(count)])
    merge(target, count)
    print(sum(each["lines"] for each in counts), "results in", target)


if __name__ == "__main__":
    main()
