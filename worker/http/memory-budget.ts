// How much of an isolate's memory one kind of work may fill, all requests together: a Worker has 128 MB for everything
// that it serves at once. Who finds no room waits a moment and is then told to come back. Shares are numbers that everybody
// looks at by a clock of their own, and promises to nobody: one whose request was cancelled is over when its time is.

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

  /** What is taken at this time. */
  takenBytes(now: number): number {
    let taken = 0
    for (const share of this.#shares)
      if (share.until > now) taken += share.bytes
      else this.#shares.delete(share)
    return taken
  }

  /**
   * Takes a share for at most `heldMaxMs`. More than there is in all counts as all of it.
   * @returns what gives it back, as often as one likes; null when there was no room within `waitMaxMs`
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
