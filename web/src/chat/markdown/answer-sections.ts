import { BlockSplitter, type Block } from './split-blocks.ts'

/** Neighbouring blocks that are drawn together; a full section never changes again. */
export type Section = readonly Block[]

const blocksPerSection = 16

/** Keeps the blocks of a growing answer in sections, so that new text changes only the last section. */
export class AnswerSections {
  readonly #splitter = new BlockSplitter()
  #full: Section[] = []

  /** Number of characters that each change draws again. */
  get openLength(): number {
    return this.#splitter.openLength
  }

  feed(text: string) {
    this.#splitter.feed(text)
  }

  finish() {
    this.#splitter.finish()
  }

  /** All sections as they are now; full ones are the same objects as before. */
  take(): readonly Section[] {
    const { closed } = this.#splitter
    while (closed.length - this.#full.length * blocksPerSection >= blocksPerSection) {
      const from = this.#full.length * blocksPerSection
      this.#full = [...this.#full, closed.slice(from, from + blocksPerSection)]
    }
    const open = this.#splitter.open()
    const last = [...closed.slice(this.#full.length * blocksPerSection), ...(open ? [open] : [])]
    return last.length === 0 ? this.#full : [...this.#full, last]
  }
}

/** The sections of a whole text. */
export function sectionsOf(text: string): readonly Section[] {
  const sections = new AnswerSections()
  sections.feed(text)
  sections.finish()
  return sections.take()
}
