// A part of a file's text as it is shown: its pages, and what an answer has read of it.
import type { ReadPlace } from '#contract/projects.ts'

/** What stands between two pages. */
const pageBreak = '\f'

export interface Line {
  /** The number of the page that begins here; its text follows. */
  page?: number
  text: string
  marked: boolean
  /** Where it begins in the text of the file. */
  at: number
}

/** @param part of the text, from one character on; the page of its beginning, null: the file has none */
export function linesOf(
  part: { from: number; text: string; page: number | null },
  { start, end }: Pick<ReadPlace, 'start' | 'end'>
): Line[] {
  const lines: Line[] = []
  let { from: at, page } = part
  for (const [index, text] of part.text.split(pageBreak).entries()) {
    if (page !== null) {
      // The part may begin with the break: its page is that of the character before.
      if (index > 0) page += 1
      lines.push({ page, text: '', marked: false, at })
    }
    lines.push(...marked(text, at, start ?? 0, end ?? 0))
    at += text.length + 1
  }
  return lines
}

/** A text cut at the ends of what was read, which are positions in the file. */
function marked(text: string, at: number, start: number, end: number): Line[] {
  const cuts = [0, start - at, end - at, text.length].map((cut) => Math.min(Math.max(cut, 0), text.length))
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index] ?? 0
    return to > from ? [{ text: text.slice(from, to), marked: index === 1, at: at + from }] : []
  })
}
