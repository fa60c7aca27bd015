/** The texts of an uncompressed archive by name, as its central directory lists them. */
export function entriesOf(zip: Uint8Array): Map<string, string> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const text = (from: number, length: number) => new TextDecoder().decode(zip.subarray(from, from + length))
  let end = zip.length - 22
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1
  const entries = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, name, extra, comment, start] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
      view.getUint32(at + 42, true)
    ]
    const body = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
    entries.set(text(at + 46, name), text(body, size))
    at += 46 + name + extra + comment
  }
  return entries
}
