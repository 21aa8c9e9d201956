"""Looking at scenes: in a browser, in a notebook."""

from __future__ import annotations

import html
import pathlib
import tempfile
import webbrowser
from typing import Optional

from ._core import Report, Scene, report


def show(scene: Scene, *, tolerance: float = 0.0, clearance: float = 0.0, t_max: Optional[float] = None) -> pathlib.Path:
    """Opens the report of a scene in the browser; returns the file, which stays."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="graze-")) / "report.html"
    report(scene, tolerance=tolerance, clearance=clearance, t_max=t_max).save(path)
    webbrowser.open(path.as_uri())
    return path


def _repr_html_(self: Report) -> str:
    """The page in a frame of its own: nothing of it reaches the notebook."""
    return f'<iframe sandbox="allow-scripts" style="width:100%;height:600px;border:0" srcdoc="{html.escape(self.html(), quote=True)}"></iframe>'


def _scene_html(self: Scene) -> str:
    """In a notebook a scene shows how its bodies lie."""
    return _repr_html_(report(self))


setattr(Report, "_repr_html_", _repr_html_)
setattr(Scene, "_repr_html_", _scene_html)
setattr(Scene, "show", show)
