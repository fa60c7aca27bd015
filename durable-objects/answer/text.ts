// One answer in memory, and which part of it is stored. Live readers get every chunk at once; a checkpoint stores the
// chunks since the last one in one row.
import { thinkingLengthMax } from '#contract/chat-limits.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { type Chunk, sizeOf, textOf } from './chunk.ts'

/**
 * Text waits this long for a checkpoint: little at first, longer in a long answer. An answer of twenty seconds is stored
 * three times. If the object restarts, at most the text since the last checkpoint is lost, and the answer is free.
 */
const checkpointDelaysMs = [1000, 5000, 10_000]
/** Unstored text of this length, in characters, does not wait. */
const unstoredMax = 16_384

export class AnswerText {
  readonly chunks: Chunk[]
  /** Characters of text: thinking and sources are not charged. */
  length: number
  /** How many characters of thinking are still kept; none once something was left out. */
  #thinkingLeft = thinkingLengthMax
  #storedCount: number
  #unstoredLength = 0
  #checkpoints = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param stored chunks that are stored already */
  constructor(stored: Chunk[] = []) {
    this.chunks = stored
    this.length = textOf(stored).length
    this.#storedCount = stored.length
  }

  /** @returns whether it is kept: too much thinking is not. @param checkpoint called when the text has to be stored: now, or when its time has come */
  append(arrived: Chunk, checkpoint: () => void): boolean {
    const chunk = this.#kept(arrived)
    if (chunk === null) return false
    this.chunks.push(chunk)
    if (typeof chunk === 'string') this.length += chunk.length
    this.#unstoredLength += sizeOf(chunk)
    if (this.#unstoredLength >= unstoredMax) {
      checkpoint()
      return true
    }
    const delayMs = checkpointDelaysMs[Math.min(this.#checkpoints, checkpointDelaysMs.length - 1)]
    this.#timer ??= setTimeout(checkpoint, delayMs)
    return true
  }

  #kept(chunk: Chunk): Chunk | null {
    if (typeof chunk === 'string' || !('thinking' in chunk)) return chunk
    const thinking = beginningOf(chunk.thinking, Math.max(0, this.#thinkingLeft))
    this.#thinkingLeft -= chunk.thinking.length
    return thinking === '' ? null : { thinking }
  }

  /** The chunks that are not stored yet. */
  unstored(): { firstSeq: number; texts: Chunk[] } {
    return { firstSeq: this.#storedCount + 1, texts: this.chunks.slice(this.#storedCount) }
  }

  /** To be called when all chunks have been stored. */
  markStored() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#storedCount = this.chunks.length
    this.#unstoredLength = 0
    this.#checkpoints += 1
  }
}
