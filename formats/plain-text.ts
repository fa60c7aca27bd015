// Whether a file is text, told by its bytes: UTF-8, UTF-16 with a mark, or the Cyrillic of Windows, in which Excel writes CSV.

const tab = 9
const lineFeed = 10
const formFeed = 12
const carriageReturn = 13
const firstVisible = 32
const deleted = 127

const isBinary = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isControl = code < firstVisible || code === deleted
    if (isControl && code !== tab && code !== lineFeed && code !== carriageReturn && code !== formFeed) return true
  }
  return false
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes)
    return isBinary(text) ? null : text
  } catch {
    return null
  }
}

/** Every byte is a character there, so the letters decide: at least every fourth is Russian. */
function cyrillicOfWindows(bytes: Uint8Array): string | null {
  const text = decoded(bytes, 'windows-1251')
  if (text === null) return null
  let letters = 0
  for (let at = 0; at < text.length; at++) if (/[а-яё]/i.test(text[at] ?? '')) letters += 1
  return letters * 4 >= text.length ? text : null
}

/** The text of a file, without its mark; null when it is none. */
export function plainTextOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  return decoded(bytes, 'utf-8') ?? cyrillicOfWindows(bytes)
}
