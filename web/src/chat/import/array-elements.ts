const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Where the string that begins here ends. @throws SyntaxError when it does not */
function endOfString(text: string, begin: number): number {
  for (let end = begin; ;) {
    end = text.indexOf('"', end + 1)
    if (end === -1) throw new SyntaxError('cut off')
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
}

/**
 * The texts of the elements of an array in JSON, one by one as they are asked for: hundreds of megabytes, parsed at once, would hold up
 * the page for seconds. @throws SyntaxError when it is no array, or cut off; each element is left to `JSON.parse`
 */
export function* arrayElements(text: string): Generator<string> {
  const start = /^\s*\[\s*/.exec(text)?.[0].length
  if (start === undefined) throw new SyntaxError('no array')
  let from = start
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (opening.has(code)) depth += 1
    else if (depth > 0 && closing.has(code)) depth -= 1
    else if (depth === 0 && (code === 0x2c || code === 0x5d)) {
      if (code === 0x2c || at > start) yield text.slice(from, at)
      from = at + 1
      if (code === 0x2c) continue
      if (text.slice(from).trim() !== '') throw new SyntaxError('more than an array')
      return
    }
  }
  throw new SyntaxError('cut off')
}
