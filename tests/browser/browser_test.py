#!/usr/bin/env python3
"""Reports in a real browser: they open without errors, show something, and do what is pressed. Skipped where there is no Chromium.

GRAZE_MAKE_REPORTS names the program that writes the reports; GRAZE_SHOTS a folder to keep screenshots in, for people to look at.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from webdriver import Browser, pixels

SKIPPED = 77
DRIVER = shutil.which("chromedriver")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

CONTRAST = """
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = text => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = c => { const f = x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]); };
  const ratio = (x, y) => { const [a, b] = [light(x), light(y)].sort((p, q) => q - p); return (a + 0.05) / (b + 0.05); };
  const behind = e => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] > 200) return c; } return [255, 255, 255]; };
  const poor = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.offsetParent || e.closest('script, style, canvas')) continue;
    const found = ratio(rgba(getComputedStyle(e).color), behind(e));
    if (found < 4.5) poor.push([e.tagName, e.className, e.textContent.trim().slice(0, 20), found.toFixed(2)]);
  }
  return poor;
"""


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        made = subprocess.run([os.environ["GRAZE_MAKE_REPORTS"], cls.path], check=False)
        if made.returncode == SKIPPED:
            raise unittest.SkipTest("graze was built without the 3D view")
        made.check_returncode()
        cls.browser = Browser(DRIVER, CHROMIUM)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def show(self, name, width=1280, height=800):
        self.browser.resize(width, height)
        self.browser.open(self.path / f"{name}.html")
        self.browser.console()
        self.browser.open(self.path / f"{name}.html")
        self.settle()

    def settle(self):
        """Until the view has drawn what it wants to draw."""
        for _ in range(100):
            if self.browser.run("const g = window.graze; return !g || (!g.view.pending && !g.view.goal && g.view.frames > 1)"):
                return
            time.sleep(0.05)

    def keep(self, name):
        if os.environ.get("GRAZE_SHOTS"):
            (pathlib.Path(os.environ["GRAZE_SHOTS"]) / f"{name}.png").write_bytes(self.browser.screenshot())

    def canvas_colours(self):
        """Of the middle of the view."""
        box = self.browser.run("const b = document.querySelector('#stage canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        _, _, rows = pixels(self.browser.screenshot())
        left, top, width, height = map(int, box)
        return [rows[y][x] for y in range(top + height // 5, top + 4 * height // 5, 3) for x in range(left + width // 8, left + 7 * width // 8, 3)]

    def state(self, expression):
        return self.browser.run(f"return window.graze.{expression}")

    def test_opens_from_a_file_without_errors_and_asks_nobody_for_anything(self):
        for name in ("assembly", "moving", "evil"):
            with self.subTest(name):
                self.show(name)
                self.keep(name)
                self.assertEqual(self.browser.console(), [])
                loaded = self.browser.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:'))")
                self.assertEqual(loaded, [])

    def test_canvas_shows_bodies(self):
        self.show("assembly")
        colours = self.canvas_colours()
        red = sum(1 for r, g, b in colours if r > g + 60 and r > b + 60)
        grey = sum(1 for r, g, b in colours if abs(r - b) < 30 and r > 200)
        self.assertGreater(red, 200, "bodies that overlap are red")
        self.assertGreater(grey, 1000, "there is background")

    def test_rows_select_and_fly(self):
        self.show("assembly")
        before = self.state("view.camera.position.toArray()")
        self.browser.click('.pick[data-finding="1"]')
        self.settle()
        self.keep("selected")
        self.assertEqual(self.state("state.chosen"), 1)
        target, center = self.state("view.controls.target.toArray()"), self.state("finding.center")
        for x, y in zip(target, center):
            self.assertAlmostEqual(x, y, 5)
        self.assertNotEqual(before, self.state("view.camera.position.toArray()"))
        self.assertEqual(self.browser.run("return document.querySelector('tr[data-finding=\"1\"]').getAttribute('aria-selected')"), "true")
        ghosts = self.state("bodies.all.filter(b => b.mode === 'ghost').length")
        self.assertEqual(ghosts, 6)

    def test_slider_moves_the_body_and_play_stops_at_first_contact(self):
        self.show("moving")
        first = self.state("report.firstContact")
        self.assertAlmostEqual(self.state("timeline.time"), first, 5)
        height = "bodies.all[1].group.position.z * window.graze.report.size + window.graze.report.origin[2]"
        self.browser.run("const s = document.getElementById('time'); s.value = 0; s.dispatchEvent(new Event('input'))")
        self.settle()
        self.assertAlmostEqual(self.state(height), 5, 4)
        blank = self.canvas_colours()
        self.browser.click("#play")
        for _ in range(200):
            if not self.state("timeline.playing"):
                break
            time.sleep(0.1)
        self.assertAlmostEqual(self.state("timeline.time"), first, 6)
        self.assertAlmostEqual(self.state(height), 5 - first, 4)
        self.settle()
        self.assertNotEqual(blank, self.canvas_colours())

    def test_a_robot_plays_its_trajectory_and_stops_at_the_contact(self):
        self.show("robot")
        self.keep("robot")
        first = self.state("report.firstContact")
        self.assertEqual(self.state("report.findings.map(f => f.kind)"), ["contact"])
        self.assertAlmostEqual(self.state("timeline.time"), first, 5)
        turned = "bodies.all[1].group.quaternion.toArray()"
        touching = self.state(turned)
        self.browser.run("const s = document.getElementById('time'); s.value = 0; s.dispatchEvent(new Event('input'))")
        self.settle()
        self.assertNotEqual(touching, self.state(turned), "links follow the slider")
        self.browser.click("#play")
        for _ in range(200):
            if not self.state("timeline.playing"):
                break
            time.sleep(0.1)
        self.assertAlmostEqual(self.state("timeline.time"), first, 6)
        for x, y in zip(touching, self.state(turned)):
            self.assertAlmostEqual(x, y, 5)

    def test_a_robot_that_is_clear_shows_where_it_comes_nearest(self):
        self.show("robot_clear")
        self.keep("robot_clear")
        self.assertIsNone(self.state("report.firstContact"))
        finding = self.state("report.findings[0]")
        self.assertEqual(finding["kind"], "separated")
        self.assertAlmostEqual(self.state("timeline.time"), finding["time"], 5)
        self.assertEqual(len(finding["witness"]), 2)

    def test_search_and_filters(self):
        self.show("assembly")
        listed = "return [...document.querySelectorAll('#findings tbody tr')].filter(r => !r.hidden).length"
        total = self.browser.run(listed)
        self.assertGreater(total, 3)
        self.browser.type("#search", "knob 2")
        self.assertEqual(self.browser.run(listed), 2)
        self.browser.run("const s = document.getElementById('search'); s.value = 'nothing like it'; s.dispatchEvent(new Event('input'))")
        self.assertEqual(self.browser.run(listed), 0)
        self.assertFalse(self.browser.run("return document.getElementById('none-found').hidden"))
        self.browser.run("const s = document.getElementById('search'); s.value = ''; s.dispatchEvent(new Event('input'))")
        self.browser.click("#filters .chips button")
        self.assertLess(self.browser.run(listed), total)

    def test_names_are_text(self):
        self.show("evil")
        for selector in ('.pick[data-finding="0"]', "details summary"):
            self.browser.click(selector)
        self.settle()
        self.assertIsNone(self.browser.run("return window.hacked === undefined ? null : window.hacked"))
        self.assertIn("</script><script>window.hacked=1</script>", self.browser.run("return document.querySelector('h1').textContent"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('#panel img, #panel script, header script').length"), 0)

    def test_keyboard_alone_is_enough(self):
        self.show("assembly")
        tab, enter, escape, right = "\ue004", "\ue007", "\ue00c", "\ue014"
        for _ in range(40):
            self.browser.keys(tab)
            if self.browser.run("return document.activeElement.classList.contains('pick')"):
                break
        self.browser.keys(enter)
        self.assertEqual(self.state("state.chosen"), 0)
        self.browser.keys("n")
        self.assertEqual(self.state("state.chosen"), 1)
        self.browser.keys("x")
        self.assertEqual(self.state("state.axis"), 0)
        self.browser.keys("b")
        self.assertEqual(self.state("state.level"), 0)
        self.browser.keys("t")
        self.assertEqual(self.state("state.theme"), "dark")
        self.settle()
        self.keep("dark-section-boxes")
        self.browser.run("document.querySelector('#stage canvas').focus()")
        self.settle()
        before = self.state("view.camera.position.toArray()")
        self.browser.keys(right)
        self.settle()
        self.assertNotEqual(before, self.state("view.camera.position.toArray()"))
        self.browser.keys(escape)
        self.assertIsNone(self.state("state.chosen"))

    def test_measures_between_two_points(self):
        self.show("assembly")
        self.browser.keys("f", "3", "m")
        self.settle()
        middle = self.state("view.onScreen(window.graze.bodies.all[2].group.position)")
        self.browser.run("""
          const c = document.querySelector('#stage canvas'), b = c.getBoundingClientRect();
          for (const dx of [-6, 6]) for (const kind of ['pointerdown', 'pointerup'])
            c.dispatchEvent(new PointerEvent(kind, { clientX: b.left + arguments[0] + dx, clientY: b.top + arguments[1] }));
        """, *middle)
        self.assertEqual(self.state("measure.points.length"), 2)
        self.assertIn("Distance", self.browser.run("return document.getElementById('readout').textContent"))
        self.assertIn("mm", self.browser.run("return document.getElementById('readout').textContent"))

    def test_text_has_contrast_in_both_themes(self):
        self.show("assembly")
        self.browser.click('.pick[data-finding="0"]')
        for theme in ("light", "dark"):
            self.browser.run(f"window.graze.set({{ theme: '{theme}' }})")
            with self.subTest(theme):
                self.assertEqual(self.browser.run(CONTRAST), [])

    def test_reads_as_a_table(self):
        self.show("assembly")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#findings caption').length"), 1)
        self.assertGreater(self.browser.run("return document.querySelectorAll('#findings th[scope=col]').length"), 2)
        self.assertEqual(self.browser.run("return document.querySelector('#stage canvas').getAttribute('aria-label').length > 10"), True)
        nameless = "return [...document.querySelectorAll('button, input, select')].filter(e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length"
        self.assertEqual(self.browser.run(nameless), 0)

    def test_fits_a_phone(self):
        self.show("moving", 390, 844)
        self.keep("phone")
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth - window.innerWidth"), 0)
        self.assertGreater(self.browser.run("return document.querySelector('#stage canvas').clientHeight"), 300)

    def test_without_webgl_there_are_pictures(self):
        plain = Browser(DRIVER, CHROMIUM, arguments=["--disable-3d-apis"])
        try:
            plain.open(self.path / "assembly.html")
            if os.environ.get("GRAZE_SHOTS"):
                (pathlib.Path(os.environ["GRAZE_SHOTS"]) / "no-webgl.png").write_bytes(plain.screenshot())
            self.assertTrue(plain.run("return document.getElementById('stage').hidden"))
            self.assertGreater(plain.run("return [...document.querySelectorAll('#pictures img')].filter(i => i.naturalWidth > 0 && i.offsetParent).length"), 2)
            self.assertGreater(plain.run("return document.querySelectorAll('#findings tbody tr').length"), 3)
        finally:
            plain.close()


if __name__ == "__main__":
    if not DRIVER or not CHROMIUM:
        print("skipped: browser tests need chromium and chromedriver (Debian: chromium chromium-driver)")
        sys.exit(SKIPPED)
    unittest.main()
