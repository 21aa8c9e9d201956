#!/usr/bin/env python3
"""Shares a graze command among the workers of a Dask cluster.

As a module:

    import dask_shards
    from dask.distributed import Client
    code = dask_shards.run(Client("tcp://scheduler:8786"), ["query", "questions.jsonl"], shards=64, out="answers.jsonl")

As a program, with workers on this machine or those of a scheduler:

    dask_shards.py 8 answers.jsonl query questions.jsonl
    DASK_SCHEDULER=tcp://scheduler:8786 dask_shards.py 64 answers.jsonl query questions.jsonl

The folder must be shared by all workers. Dask runs the shard of a worker that dies elsewhere, where it goes on from its journal.
"""

import os
import pathlib
import subprocess
import sys

try:
    from dask.distributed import Client, LocalCluster
except ModuleNotFoundError as missing:
    if __name__ != "__main__":
        raise
    print(f"dask_shards.py: {sys.executable}: {missing}; Debian's python3-distributed is for /usr/bin/python3", file=sys.stderr)
    sys.exit(2)

GRAZE = os.environ.get("GRAZE", "graze")


def do_shard(arguments, index, shards, out, folder, graze=GRAZE, threads=1):
    """Runs on a worker. The name of the shard; an exception with graze's own words where it fails."""
    part = f"{out}.{index}"
    run = subprocess.run([graze, *arguments, "--shard", f"{index}/{shards}", "--out", part, "--threads", str(threads), "--resume"],
                         cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip() or f"graze ended with {run.returncode}")
    return part


def run(client, arguments, shards, out, folder=None, graze=GRAZE, threads=1, retries=2):
    """The exit code that graze would have had alone; the answer is in `out`."""
    folder = str(folder or pathlib.Path.cwd())
    tasks = [client.submit(do_shard, list(arguments), index, shards, str(out), folder, graze, threads, retries=retries, pure=False)
             for index in range(1, shards + 1)]
    parts = client.gather(tasks)
    merged = subprocess.run([graze, "merge", *parts, "--out", str(out)], cwd=folder, check=False)
    if merged.returncode != 2:
        for part in parts:
            (pathlib.Path(folder) / part).unlink()
    return merged.returncode


def main(words):
    """The exit code: 2 for every failure, since 1 says that something meets."""
    if len(words) < 3 or not words[0].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    scheduler = os.environ.get("DASK_SCHEDULER")
    try:
        if scheduler:
            with Client(scheduler) as client:
                return run(client, words[2:], int(words[0]), words[1])
        with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            return run(client, words[2:], int(words[0]), words[1])
    except (OSError, RuntimeError) as failure:
        print(failure, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
