import type { XmlElement, XmlHandlers } from './xml.ts'

/**
 * Wraps handlers so that they never see some elements and their content. Of alternatives, which editors write for different
 * versions, they see the first one only (ECMA-376, part 3).
 */
export function withoutLeftOut(
  isLeftOut: (element: XmlElement) => boolean,
  { open, close, text }: Required<XmlHandlers>
): XmlHandlers {
  /** The depth of open elements inside a skipped one. */
  let inside = 0
  /** For each open choice between alternatives: whether one of them was taken. */
  const taken: boolean[] = []

  const isOtherChoice = (name: string): boolean => {
    const last = taken.length - 1
    if (last < 0 || (name !== 'Choice' && name !== 'Fallback')) return false
    const isOther = taken[last] ?? false
    taken[last] = true
    return isOther
  }

  return {
    open: (element) => {
      if (inside > 0 || isLeftOut(element) || isOtherChoice(element.name)) {
        inside += 1
        return
      }
      if (element.name === 'AlternateContent') taken.push(false)
      open(element)
    },
    close: (name) => {
      if (inside > 0) {
        inside -= 1
        return
      }
      if (name === 'AlternateContent') taken.pop()
      close(name)
    },
    text: (piece) => {
      if (inside === 0) text(piece)
    }
  }
}
