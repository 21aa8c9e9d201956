#!/usr/bin/env bash
# One task of a Slurm array does one shard. Submitted by slurm.sh; the array may be requeued or submitted again: what is done is skipped.
#SBATCH --job-name=graze
#SBATCH --requeue
set -euo pipefail

out=$1
shift
exec "${GRAZE:-graze}" "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$out.$SLURM_ARRAY_TASK_ID" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --resume
