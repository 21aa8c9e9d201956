/// Reads what src/report/page_data.cpp wrote: a description, and the bytes it points into.

function bytesOf(text) {
  const packed = atob(text.trim());
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  return bytes.buffer;
}

export function readReport() {
  const report = JSON.parse(document.getElementById('report-data').textContent);
  const holder = document.getElementById('report-numbers');
  const buffer = bytesOf(holder.textContent);
  holder.remove();
  report.floats = (offset, count) => new Float32Array(buffer, offset, count);
  report.indices = ([offset, count, size]) => size === 2 ? new Uint16Array(buffer, offset, count) : new Uint32Array(buffer, offset, count);
  return report;
}
