// The works that a model proposes while it answers. A call counts once it is complete: until then it may be malformed.
import { proposalsMax } from '#contract/work-proposal.ts'
import { argumentsLengthMax, proposalIn, proposalLead, proposalTool } from '#domain/proposed-works.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import type { Chunk } from './chunk.ts'

export class Proposals {
  /** What the model is offered. */
  static readonly tool = proposalTool
  readonly #append: (chunk: Chunk) => void
  /** The call that is being written; null: none, or one of another tool. */
  #open: { index: number; written: string } | null = null
  #count = 0
  #hasSpoken = false
  /** The answer has nothing but our own words. */
  #isLed = false

  constructor(append: (chunk: Chunk) => void) {
    this.#append = append
  }

  /** Takes what is written beside the calls. Text behind our own words is a paragraph of its own. */
  readonly say = (chunk: Chunk): void => {
    if (typeof chunk !== 'string') return this.#append(chunk)
    this.#append(this.#isLed ? `\n\n${chunk}` : chunk)
    this.#isLed = false
    this.#hasSpoken = true
  }

  isCall(piece: ChatPiece): boolean {
    return piece.type === 'tool-call' && piece.name === proposalTool.name
  }

  take(piece: ChatPiece): void {
    if (piece.type === 'tool-call') {
      this.finish()
      if (this.isCall(piece)) this.#open = { index: piece.index, written: '' }
    }
    if (piece.type !== 'tool-arguments' || piece.index !== this.#open?.index) return
    this.#open.written += piece.text
    if (this.#open.written.length > argumentsLengthMax) this.#open = null
  }

  /** The call that is being written is complete, or will never be. */
  finish(): void {
    const proposal = this.#open && proposalIn(this.#open.written)
    this.#open = null
    if (!proposal || this.#count >= proposalsMax) return
    this.#count += 1
    // Before the card: an answer that is stopped right behind it is one, too.
    if (!this.#hasSpoken && !this.#isLed) {
      this.#append(proposalLead)
      this.#isLed = true
      this.#hasSpoken = true
    }
    this.#append({ proposal })
  }
}
