// The text of one answer in memory, and which part of it is stored. Live readers get every chunk at once; a checkpoint
// stores the chunks since the last one in one row.

/**
 * Text waits this long for a checkpoint: little at first, longer in a long answer. An answer of twenty seconds is stored
 * three times. If the object restarts, at most the text since the last checkpoint is lost, and the answer is free.
 */
const checkpointDelaysMs = [1000, 5000, 10_000]
/** Unstored text of this length, in characters, does not wait. */
const unstoredMax = 16_384

export class AnswerText {
  readonly chunks: string[]
  length: number
  #storedCount: number
  #unstoredLength = 0
  #checkpoints = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param stored chunks that are stored already */
  constructor(stored: string[] = []) {
    this.chunks = stored
    this.length = stored.reduce((length, chunk) => length + chunk.length, 0)
    this.#storedCount = stored.length
  }

  /** @param checkpoint called when the text has to be stored: now, or when its time has come */
  append(chunk: string, checkpoint: () => void) {
    this.chunks.push(chunk)
    this.length += chunk.length
    this.#unstoredLength += chunk.length
    if (this.#unstoredLength >= unstoredMax) return checkpoint()
    const delayMs = checkpointDelaysMs[Math.min(this.#checkpoints, checkpointDelaysMs.length - 1)]
    this.#timer ??= setTimeout(checkpoint, delayMs)
  }

  /** The chunks that are not stored yet. */
  unstored(): { firstSeq: number; texts: string[] } {
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

  whole(): string {
    return this.chunks.join('')
  }
}
