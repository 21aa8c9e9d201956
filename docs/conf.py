"""The documentation site: Sphinx with MyST (Markdown) and the theme Furo, all of them Debian packages. tools/docs builds it."""

import pathlib
import re

from docutils import nodes

project = "graze"
copyright = "the graze authors, BSL-1.0"
_cmake = pathlib.Path(__file__).resolve().parent.parent / "CMakeLists.txt"
release = version = re.search(r"VERSION (\d+\.\d+\.\d+)", _cmake.read_text())[1]

extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # generated pages begin sections where their source does

html_theme = "furo"
html_title = f"graze {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "monokai"
copybutton_prompt_text = "$ "
copybutton_line_continuation_character = "\\"
highlight_language = "none"  # blocks say their language
smartquotes = False  # options begin with two hyphens


def setup(app):
    """Long names in tables may be broken, short ones may not."""

    def mark(_, doctree, __):
        for table in doctree.findall(nodes.table):
            for literal in table.findall(nodes.literal):
                if len(literal.astext()) > 24:
                    literal["classes"].append("long")

    app.connect("doctree-resolved", mark)
