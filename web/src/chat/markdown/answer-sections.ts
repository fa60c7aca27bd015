import { BlockSplitter, type Block } from './split-blocks.ts'

/** Neighbouring blocks that are drawn together; a full section never changes again. */
export type Section = readonly Block[]

const blocksMax = 12
/** In characters: a section should be drawn within a frame, also on a slow phone, and again with every piece of the last one. */
const lengthMax = 2000
/** Of text that came while the page was hidden or busy, a step draws so many characters, and at least a block. */
const stepLength = 1000

/** Keeps the blocks of a growing answer in sections, so that new text changes only the last section. */
export class AnswerSections {
  readonly #splitter = new BlockSplitter()
  #full: readonly Section[] = []
  #last: Block[] = []
  #taken = 0
  #length = 0

  /** Number of characters that each change draws again. */
  get openLength(): number {
    return this.#splitter.openLength
  }

  feed(text: string) {
    this.#splitter.feed(text)
  }

  finish(isCut = false) {
    this.#splitter.finish(isCut)
  }

  /** Whether there is more than what was taken. */
  get isBehind(): boolean {
    return this.#taken < this.#splitter.closed.length
  }

  /** All sections as they are now; full ones are the same objects as before. */
  take(): readonly Section[] {
    return this.#takeTo(this.#splitter.closed.length)
  }

  /** As they are with a little more than was taken before, so that drawing it is not a long task. */
  takeSome(): readonly Section[] {
    const { closed } = this.#splitter
    let end = this.#taken
    for (let length = 0; end < closed.length; end += 1) {
      length += closed[end]!.source.length
      if (length > stepLength && end > this.#taken) break
    }
    return this.#takeTo(end)
  }

  #takeTo(end: number): readonly Section[] {
    const { closed } = this.#splitter
    for (; this.#taken < end; this.#taken += 1) this.#add(closed[this.#taken]!)
    const open = this.isBehind ? null : this.#splitter.open()
    const last = open ? [...this.#last, open] : [...this.#last]
    return last.length === 0 ? this.#full : [...this.#full, last]
  }

  #add(block: Block) {
    this.#last.push(block)
    this.#length += block.source.length
    if (this.#last.length < blocksMax && this.#length < lengthMax) return
    this.#full = [...this.#full, this.#last]
    this.#last = []
    this.#length = 0
  }
}

/** The sections of a whole text. @param isCut it is what has come of an answer that has no end */
export function sectionsOf(text: string, isCut = false): readonly Section[] {
  const sections = new AnswerSections()
  sections.feed(text)
  sections.finish(isCut)
  return sections.take()
}
