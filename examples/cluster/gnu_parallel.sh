#!/usr/bin/env bash
# Shares a graze command among jobs of GNU parallel: gnu_parallel.sh SHARDS OUT COMMAND...
#   gnu_parallel.sh 16 clashes.json clash plant/ --json
# PARALLEL_OPTIONS are options of parallel: "--jobs 4", "--sshloginfile hosts --workdir ." (the folder must be shared by all hosts).
# A job that fails is tried twice more and goes on where it stopped; run it again with the same arguments after a failure.
set -euo pipefail

shards=$1 out=$2
shift 2
# shellcheck disable=SC2086  # options are words
seq "$shards" | parallel --will-cite --retries 3 --halt soon,fail=1 ${PARALLEL_OPTIONS:-} --quote \
  "${GRAZE:-graze}" "$@" --shard "{}/$shards" --out "$out.{}" --threads "${GRAZE_THREADS:-1}" --resume
parts=()
for ((i = 1; i <= shards; ++i)); do parts+=("$out.$i"); done
code=0
"${GRAZE:-graze}" merge "${parts[@]}" --out "$out" || code=$?
[[ $code -eq 2 ]] || rm -f "${parts[@]}"
exit "$code"
