// Blocks of code between fences, as models write them around a text that they give back.

export interface FencedBlock {
  /** The first word after the opening fence, in lower case. */
  language: string
  code: string
}

interface Fence {
  mark: string
  length: number
  info: string
}

function fenceOf(line: string): Fence | null {
  const [, run = '', info = ''] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,}(?!~))(.*)$/.exec(line) ?? []
  return run === '' ? null : { mark: run.charAt(0), length: run.length, info: info.trim() }
}

/**
 * In a fence another one may begin: models write blocks of code into a block of Markdown with fences of the same length. One with a
 * language opens, one without closes the innermost.
 */
class OpenBlock {
  readonly #fence: Fence
  readonly #lines: string[] = []
  #depth = 1

  constructor(fence: Fence) {
    this.#fence = fence
  }

  /** @returns whether the line closes the block */
  closes(line: string): boolean {
    const fence = fenceOf(line)
    if (fence && fence.mark === this.#fence.mark && fence.length >= this.#fence.length)
      this.#depth += fence.info === '' ? -1 : 1
    if (this.#depth === 0) return true
    this.#lines.push(line)
    return false
  }

  block(): FencedBlock {
    const [language = ''] = this.#fence.info.split(/\s/)
    return { language: language.toLowerCase(), code: this.#lines.join('\n') }
  }
}

/** The blocks of a text, and the lines outside of them. The last block may have no end: the text was cut. */
export function fencedBlocks(text: string): { blocks: FencedBlock[]; outside: string } {
  const blocks: FencedBlock[] = []
  const outside: string[] = []
  let open: OpenBlock | null = null
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (open) {
      if (!open.closes(line)) continue
      blocks.push(open.block())
      open = null
      continue
    }
    const fence = fenceOf(line)
    if (fence) open = new OpenBlock(fence)
    else outside.push(line)
  }
  if (open) blocks.push(open.block())
  return { blocks, outside: outside.join('\n') }
}

/** Whether a block holds a text in Markdown or a plain one. */
export const isMarkdown = ({ language }: FencedBlock): boolean => /^(?:md|markdown|txt|text)$/.test(language)

/** A fence that none of these texts can close. */
export function fenceAround(...texts: string[]): string {
  const runs = texts.flatMap((text) => text.match(/`+/g) ?? [])
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length), 2) + 1)
}
