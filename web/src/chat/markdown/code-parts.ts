/** Shorter code is one part. In characters: so much is coloured within a frame, also on a slow phone. */
const lengthMin = 1500
/** A part ends here at the latest, unless a single line is longer. */
const lengthMax = 3000

/**
 * Cuts long code into parts of whole lines, which are coloured and laid out one by one. A part ends before a line that begins
 * something new: after a blank line and without indentation, where nothing that has a colour goes on, as a rule. Where code
 * is appended, only its last part changes.
 */
export function partsOfCode(code: string): readonly string[] {
  if (code.length <= lengthMin) return [code]
  const parts: string[] = []
  let from = 0
  let isBlank = false
  for (let line = 0; line < code.length;) {
    const end = code.indexOf('\n', line)
    const length = line - from
    const beginsAnew = isBlank && /\S/.test(code.charAt(line))
    if (length > lengthMax || (length > lengthMin && beginsAnew)) {
      parts.push(code.slice(from, line))
      from = line
    }
    if (end === -1) break
    isBlank = code.slice(line, end).trim() === ''
    line = end + 1
  }
  return [...parts, code.slice(from)]
}
