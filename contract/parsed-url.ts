/** The parts of an address; null for an invalid one. `URL.parse` does the same, but not in Safari 17 and Chrome 125. */
export function parsedUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
