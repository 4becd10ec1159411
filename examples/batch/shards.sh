#!/bin/sh
# Runs the programs of IN in COUNT commands at a time and writes their results to OUT, in the order
# of IN: shards.sh IN OUT COUNT. Started again after it was interrupted, it goes on. What is set for
# jupan in the environment counts, such as JUPAN_WORKERS.
set -eu
in=$1 out=$2 count=$3

# Each command has the results of its shard in a file of its own.
seq 0 "$((count - 1))" |
    xargs -P "$count" -I '{}' jupan batch "$in" -o "$out.{}" --shard "{}/$count" --exit-zero

# Results begin with {"line":NUMBER, so the number is what stands behind the first colon.
seq 0 "$((count - 1))" | sed "s|^|$out.|" | tr '\n' '\0' |
    xargs -0 cat | sort -t : -k 2,2n >"$out.all"
mv "$out.all" "$out"
