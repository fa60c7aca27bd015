import type { XmlElement, XmlHandlers } from './xml.ts'

/**
 * Handlers that are not told of some elements and all that is in them. Of alternatives, which editors write for each
 * generation of themselves, they are told of the first one only (ECMA-376, part 3).
 */
export function withoutLeftOut(
  isLeftOut: (element: XmlElement) => boolean,
  { open, close, text }: Required<XmlHandlers>
): XmlHandlers {
  /** Open elements from the one on that is left out. */
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
