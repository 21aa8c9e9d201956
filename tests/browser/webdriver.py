"""Drives a headless Chromium through chromedriver's own protocol: nothing but Python's library is needed."""

import base64
import json
import re
import struct
import subprocess
import urllib.error
import urllib.request
import zlib

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, driver, browser, width=1280, height=800, arguments=()):
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                self.base = f"http://127.0.0.1:{found[1]}"
                break
        options = ["--headless=new", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{height}", "--use-angle=swiftshader",
                   "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--force-prefers-reduced-motion", *arguments]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"binary": browser, "args": options}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self.base += f"/session/{self.session}"

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        # A proxy of the environment has nothing to do with this machine's own driver.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as problem:
            raise RuntimeError(json.load(problem)["value"]["message"]) from problem

    def open(self, path):
        self.ask("POST", "/url", {"url": path.as_uri()})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def element(self, selector):
        return self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.ask("POST", f"/element/{self.element(selector)}/click", {})

    def type(self, selector, text):
        self.ask("POST", f"/element/{self.element(selector)}/value", {"text": text})

    def keys(self, *keys):
        actions = [step for key in keys for step in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def console(self):
        return self.ask("POST", "/se/log", {"type": "browser"})

    def screenshot(self):
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def resize(self, width, height):
        self.ask("POST", "/window/rect", {"width": width, "height": height})

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()
            self.process.stdout.close()


def pixels(png):
    """Width, height and rows of (r, g, b) of a PNG with 8 bits a channel."""
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        content = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", content[:10])
        if kind == b"IDAT":
            packed += content
        at += size + 12
    step = {2: 3, 6: 4}[colour]
    lines, rows, above = zlib.decompress(packed), [], bytearray(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        kind, row = lines[start], bytearray(lines[start + 1:start + 1 + width * step])
        for i in range(len(row)):
            left, up, corner = row[i - step] if i >= step else 0, above[i], above[i - step] if i >= step else 0
            if kind == 1:
                row[i] = (row[i] + left) & 255
            elif kind == 2:
                row[i] = (row[i] + up) & 255
            elif kind == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                distances = abs(guess - left), abs(guess - up), abs(guess - corner)
                row[i] = (row[i] + (left, up, corner)[distances.index(min(distances))]) & 255
        rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), step)])
        above = row
    return width, height, rows
