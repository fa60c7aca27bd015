// What a model writes, between the call that reads it and the response that passes it on.

/** One writer and one reader. What is written before the reader comes waits for it; how much that can be is bounded by the call's adapter. */
export class PieceQueue<Piece> {
  #pieces: Piece[] = []
  #isOver = false
  #wake: (() => void) | undefined
  #endGathering: (() => void) | undefined
  /** When the wait that is under way has been too long. */
  #lateAt = 0
  /** One timer serves many waits, because a stream waits hundreds of times: it looks how long the last one has been. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #looksAt = 0

  push(piece: Piece): void {
    this.#pieces.push(piece)
    this.#wake?.()
  }

  /** Nothing follows. */
  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#wake?.()
    this.#endGathering?.()
  }

  /** Everything was taken, and nothing follows. */
  get isSpent(): boolean {
    return this.#isOver && this.#pieces.length === 0
  }

  /** Whether something has come, or nothing will. */
  get hasCome(): boolean {
    return this.#pieces.length > 0 || this.#isOver
  }

  /** Whether something has come, or nothing will; false: neither within so many milliseconds. */
  async hasNews(withinMs: number): Promise<boolean> {
    if (this.hasCome) return true
    const news = Promise.withResolvers<void>()
    this.#wake = news.resolve
    this.#lateAt = Date.now() + withinMs
    if (this.#timer === undefined || this.#looksAt > this.#lateAt) this.#look()
    await news.promise
    return this.hasCome
  }

  /** Lets more come for so many milliseconds, or until nothing follows. */
  async gather(forMs: number): Promise<void> {
    if (this.#isOver || forMs === 0) return
    const gathered = Promise.withResolvers<void>()
    this.#endGathering = gathered.resolve
    const timer = setTimeout(gathered.resolve, forMs)
    await gathered.promise
    clearTimeout(timer)
  }

  /** What has come since the last time, at once. Null: nothing follows. */
  take(): Piece[] | null {
    if (this.isSpent) return null
    const pieces = this.#pieces
    this.#pieces = []
    return pieces
  }

  /** Wakes the reader that has waited too long, or looks again when it will have. */
  readonly #look = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const leftMs = this.#lateAt - Date.now()
    if (leftMs <= 0) return this.#wake?.()
    this.#looksAt = this.#lateAt
    this.#timer = setTimeout(this.#look, leftMs)
  }
}
