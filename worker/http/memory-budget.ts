// Limits how much of an isolate's memory one kind of work may fill, over all requests: a Worker has 128 MB for
// everything that it serves at once. A request that finds no room waits a moment and is then refused. A share is a
// number with an expiry time instead of a promise, so that the share of a cancelled request frees itself. Bodies that
// are announced and never come would take all room from others, so those of one user may be kept to a part of it.

interface Share {
  bytes: number
  until: number
  /** The user. */
  by: string | undefined
}

const lookEveryMs = 50

export class MemoryBudget {
  readonly #bytesMax: number
  readonly #ofOneMax: number
  readonly #shares = new Set<Share>()

  /** @param ofOneMax what one user may take, except for a first share that is larger */
  constructor(bytesMax: number, ofOneMax = bytesMax) {
    this.#bytesMax = bytesMax
    this.#ofOneMax = ofOneMax
  }

  /** Bytes taken at this time. @param by by this user; absent: by all */
  takenBytes(now: number, by?: string): number {
    let taken = 0
    for (const share of this.#shares)
      if (share.until <= now) this.#shares.delete(share)
      else if (by === undefined || share.by === by) taken += share.bytes
    return taken
  }

  #hasRoom(wanted: number, now: number, by?: string): boolean {
    const own = by === undefined ? 0 : this.takenBytes(now, by)
    return this.takenBytes(now) + wanted <= this.#bytesMax && (own === 0 || own + wanted <= this.#ofOneMax)
  }

  /**
   * Takes a share for at most `heldMaxMs`. A size above the whole budget counts as the whole budget.
   * @returns a function that gives the share back and may be called repeatedly; null when there was no room within
   * `waitMaxMs`
   */
  async take(
    bytes: number,
    { heldMaxMs, waitMaxMs, by }: { heldMaxMs: number; waitMaxMs: number; by?: string | undefined }
  ): Promise<(() => void) | null> {
    const wanted = Math.min(bytes, this.#bytesMax)
    const waitUntil = Date.now() + waitMaxMs
    for (let now = Date.now(); !this.#hasRoom(wanted, now, by); now = Date.now()) {
      if (now >= waitUntil) return null
      await scheduler.wait(lookEveryMs)
    }
    const share = { bytes: wanted, until: Date.now() + heldMaxMs, by }
    this.#shares.add(share)
    return () => void this.#shares.delete(share)
  }
}
