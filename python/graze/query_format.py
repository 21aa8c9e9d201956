"""Questions in the query format (docs/query.md): dictionaries in, dictionaries out."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, Iterator, Union

from ._core import QuestionReader

Directory = Union[str, "os.PathLike[str]"]


def query(question: Union[str, dict[str, Any]], directory: Directory = "") -> dict[str, Any]:
    """Answers one question. Mesh files are relative to `directory`.

    >>> query({"query": "distance", "a": {"type": "point", "p": [0, 0, 3]}, "b": {"type": "sphere", "c": [0, 0, 0], "r": 1}})["distance"]
    2.0
    """
    line = question if isinstance(question, str) else json.dumps(question)
    answer: dict[str, Any] = json.loads(QuestionReader(os.fspath(directory)).answer(line))
    return answer


def query_lines(lines: Iterable[str], directory: Directory = "") -> Iterator[dict[str, Any]]:
    """Answers the lines of a query file, one after another; every mesh file is read once."""
    reader = QuestionReader(os.fspath(directory))
    for line in lines:
        if line.strip():
            yield json.loads(reader.answer(line))
