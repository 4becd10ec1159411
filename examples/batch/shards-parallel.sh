#!/bin/sh
# The same as shards.sh with GNU parallel: a command that died is started up to three times and goes
# on where it was: shards-parallel.sh IN OUT COUNT.
set -eu
in=$1 out=$2 count=$3

seq 0 "$((count - 1))" |
    parallel --will-cite --jobs "$count" --retries 3 --halt soon,fail=1 \
        jupan batch "$in" -o "$out.{}" --shard "{}/$count" --exit-zero

seq 0 "$((count - 1))" | sed "s|^|$out.|" | tr '\n' '\0' |
    xargs -0 cat | sort -t : -k 2,2n >"$out.all"
mv "$out.all" "$out"
