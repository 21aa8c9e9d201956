#!/usr/bin/env bash
# Shares a graze command among the tasks of a Slurm array and waits for the answer: slurm.sh SHARDS OUT COMMAND...
#   slurm.sh 64 answers.jsonl query questions.jsonl
# SBATCH_ARRAY_OPTIONS are options of sbatch: "--cpus-per-task=8 --partition=long". The folder must be shared by all nodes.
# Run it again with the same arguments after a failure: shards that are there are not done again.
set -euo pipefail

shards=$1 out=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# --wait: sbatch ends when all tasks have, with the highest of their exit codes
# shellcheck disable=SC2086  # options are words
sbatch --wait --quiet --array="1-$shards" --output="$out.%a.log" ${SBATCH_ARRAY_OPTIONS:-} "$here/slurm_shard.sh" "$out" "$@" || {
  cat "$out".*.log >&2
  exit 2
}
parts=()
for ((i = 1; i <= shards; ++i)); do parts+=("$out.$i"); done
code=0
"${GRAZE:-graze}" merge "${parts[@]}" --out "$out" || code=$?
[[ $code -eq 2 ]] || rm -f "${parts[@]}" "$out".*.log
exit "$code"
