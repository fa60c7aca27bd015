// Limits how much of an isolate's memory one kind of work may fill, over all requests: a Worker has 128 MB for
// everything that it serves at once. A request that finds no room waits a moment and is then refused. A share is a
// number with an expiry time instead of a promise, so that the share of a cancelled request frees itself.

interface Share {
  bytes: number
  until: number
}

const lookEveryMs = 50

export class MemoryBudget {
  readonly #bytesMax: number
  readonly #shares = new Set<Share>()

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Bytes taken at this time. */
  takenBytes(now: number): number {
    let taken = 0
    for (const share of this.#shares)
      if (share.until > now) taken += share.bytes
      else this.#shares.delete(share)
    return taken
  }

  /**
   * Takes a share for at most `heldMaxMs`. A size above the whole budget counts as the whole budget.
   * @returns a function that gives the share back and may be called repeatedly; null when there was no room within
   * `waitMaxMs`
   */
  async take(
    bytes: number,
    { heldMaxMs, waitMaxMs }: { heldMaxMs: number; waitMaxMs: number }
  ): Promise<(() => void) | null> {
    const wanted = Math.min(bytes, this.#bytesMax)
    const waitUntil = Date.now() + waitMaxMs
    for (let now = Date.now(); this.takenBytes(now) + wanted > this.#bytesMax; now = Date.now()) {
      if (now >= waitUntil) return null
      await scheduler.wait(lookEveryMs)
    }
    const share = { bytes: wanted, until: Date.now() + heldMaxMs }
    this.#shares.add(share)
    return () => void this.#shares.delete(share)
  }
}
