"""`graze query` answers with the same bytes, in the order of the questions, whatever the number of threads."""

import json
import os
import random
import subprocess
import unittest

GRAZE = os.environ["GRAZE"]
SEED = 20240607


def random_triangle(rng):
    return {"type": "triangle", "v": [[rng.randint(-4, 4) for _ in range(3)] for _ in range(3)]}


def questions(count):
    """Overlaps of small triangles, with a line in error now and then."""
    rng = random.Random(SEED)
    for number in range(count):
        question = {"id": number, "query": "overlap", "a": random_triangle(rng), "b": random_triangle(rng)}
        if number % 17 == 0:
            question["a"]["v"][0][0] = "not a number"
        yield json.dumps(question)


def answers(text, threads):
    run = subprocess.run(
        [GRAZE, "query", "-", "--threads", str(threads)], input=text, capture_output=True, text=True, check=False
    )
    return run.stdout, run.stderr, run.returncode


class Threads(unittest.TestCase):
    def test_one_and_four_threads_write_the_same_bytes(self):
        text = "\n".join(questions(500)) + "\n"
        alone, complaints, code = answers(text, 1)
        self.assertEqual(code, 2, complaints)
        rows = [json.loads(line) for line in alone.splitlines()]
        self.assertEqual([row["id"] for row in rows], list(range(500)))
        self.assertEqual([row["ok"] for row in rows], [number % 17 != 0 for number in range(500)])
        self.assertEqual({row.get("intersect") for row in rows}, {True, False, None}, f"seed {SEED}")
        for _ in range(3):
            together, complaints, code = answers(text, 4)
            self.assertEqual(code, 2, complaints)
            self.assertEqual(together, alone, f"seed {SEED}")


if __name__ == "__main__":
    unittest.main()
