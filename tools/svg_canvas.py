"""A small canvas for drawings of the documentation: panels with coordinates of their own, shapes, text; written as SVG, or compared with what is there."""

import html
import pathlib
import re

IMAGES = pathlib.Path(__file__).resolve().parent.parent / "docs/images"
NUMBER = re.compile(r"-?\d+\.\d+")
PIXELS = 0.3  # roundings of another machine may move a line by a tenth of a pixel

INK, PALE, RED, BLUE, ORANGE, GREEN = "#1f2933", "#9aa5b1", "#c81e3a", "#3b6fd4", "#e08a1e", "#2f8f5b"


class Canvas:
    """Pixels, y downward."""

    def __init__(self, width, height):
        self.size = (width, height)
        self.parts = []

    def polygon(self, points, fill="none", stroke=INK, width=1.5, opacity=1.0, dash=None):
        self._path(points, True, fill, stroke, width, opacity, dash)

    def polygons(self, many, fill="none", stroke=INK, width=1.5, opacity=1.0):
        """Many as one path: small files."""
        way = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z" for points in many)
        self.parts.append(f'<path d="{way}" fill="{fill}" fill-opacity="{opacity:g}" stroke="{stroke}" stroke-width="{width:g}"/>')

    def line(self, points, stroke=INK, width=1.5, opacity=1.0, dash=None):
        self._path(points, False, "none", stroke, width, opacity, dash)

    def _path(self, points, closed, fill, stroke, width, opacity, dash):
        way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<path d="{way}" fill="{fill}" fill-opacity="{opacity:g}" stroke="{stroke}" stroke-width="{width:g}"{dashes}/>')

    def circle(self, center, radius, fill="none", stroke=INK, width=1.5, opacity=1.0, dash=None):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<circle cx="{center[0]:.1f}" cy="{center[1]:.1f}" r="{radius:.1f}" fill="{fill}" fill-opacity="{opacity:g}" '
                          f'stroke="{stroke}" stroke-width="{width:g}"{dashes}/>')

    def dot(self, center, color=RED, radius=4):
        self.circle(center, radius, color, "none")

    def text(self, place, words, color=INK, size=14, anchor="start"):
        self.parts.append(f'<text x="{place[0]:.1f}" y="{place[1]:.1f}" font-size="{size}" fill="{color}" text-anchor="{anchor}">{html.escape(words)}</text>')

    def written(self, title):
        width, height = self.size
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                f'font-family="DejaVu Sans, Arial, sans-serif" role="img">\n<title>{html.escape(title)}</title>\n' + "\n".join(self.parts) + "\n</svg>\n")


class Panel:
    """A window of a canvas with coordinates of the drawing, y upward, the same scale along both axes."""

    def __init__(self, canvas, left, top, scale, x, y):
        self.canvas, self.scale = canvas, scale
        self.offset = (left - x * scale, top + y * scale)  # (x, y) is its upper left corner

    def at(self, point):
        return (self.offset[0] + point[0] * self.scale, self.offset[1] - point[1] * self.scale)

    def polygon(self, points, **style):
        self.canvas.polygon([self.at(p) for p in points], **style)

    def polygons(self, many, **style):
        self.canvas.polygons([[self.at(p) for p in points] for points in many], **style)

    def line(self, points, **style):
        self.canvas.line([self.at(p) for p in points], **style)

    def circle(self, center, radius, **style):
        self.canvas.circle(self.at(center), radius * self.scale, **style)

    def dot(self, point, **style):
        self.canvas.dot(self.at(point), **style)

    def text(self, point, words, **style):
        self.canvas.text(self.at(point), words, **style)


def is_same(one, other):
    """The same drawing, up to roundings."""
    return NUMBER.sub("#", one) == NUMBER.sub("#", other) and all(
        abs(float(a) - float(b)) <= PIXELS for a, b in zip(NUMBER.findall(one), NUMBER.findall(other)))


def write_or_check(folder, drawings, check, command):
    """Writes drawings, name -> SVG, to a folder of docs/images; or says which of those there are stale. The exit code."""
    (IMAGES / folder).mkdir(parents=True, exist_ok=True)
    stale = []
    for name, text in drawings.items():
        path = IMAGES / folder / f"{name}.svg"
        if not check:
            path.write_text(text)
        elif not path.exists() or not is_same(path.read_text(), text):
            stale.append(name)
    if stale:
        print(f"docs/images/{folder}: not today's: {', '.join(stale)}; draw them anew: {command}")
    return 1 if stale else 0
