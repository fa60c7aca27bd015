// What a model writes, between the call that reads it and the response that passes it on.

/** One writer and one reader. What is written before the reader comes waits for it; how much that can be is bounded by the call's adapter. */
export class PieceQueue<Piece> {
  #pieces: Piece[] = []
  #isOver = false
  #news = Promise.withResolvers<void>()

  push(piece: Piece): void {
    this.#pieces.push(piece)
    this.#news.resolve()
  }

  /** Nothing follows. */
  close(): void {
    this.#isOver = true
    this.#news.resolve()
  }

  /** Everything was taken, and nothing follows. */
  get isSpent(): boolean {
    return this.#isOver && this.#pieces.length === 0
  }

  /** Whether something has come, or nothing will; false: neither within so many milliseconds. */
  async hasNews(withinMs: number): Promise<boolean> {
    if (this.#pieces.length > 0 || this.#isOver) return true
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, withinMs)
    await Promise.race([this.#news.promise, late.promise])
    clearTimeout(timer)
    return this.#pieces.length > 0 || this.#isOver
  }

  /** What has come since the last time, at once. Null: nothing follows. */
  take(): Piece[] | null {
    if (this.isSpent) return null
    const pieces = this.#pieces
    this.#pieces = []
    if (!this.#isOver) this.#news = Promise.withResolvers<void>()
    return pieces
  }
}
