// How much a file of unknown origin may make a Worker work. Work is counted in bytes that are looked at, because the clock of a Worker
// stands still while it computes. After a stretch of it the thread is given back, so that everybody else's calls come in
// between; the time that has passed can be seen only then.

/** Some milliseconds of work. */
const stretchBytes = 1024 * 1024

export interface WorkLimits {
  /** Everything that is looked at, also twice. */
  bytesMax: number
  /**
   * From the begin, with what others did in between. Without one the bytes alone bound it: where a file is read from a store, or
   * a browser slows down its timers, time says nothing about the file.
   */
  msMax?: number
}

/** Taken before any test replaces it by one that stands still. */
const later = globalThis.setTimeout

const nextTurn = () => new Promise<void>((resolve) => void later(resolve, 0))

export class Work {
  readonly #limits: WorkLimits
  readonly #exceeded: () => Error
  readonly #begunAt = Date.now()
  #bytes = 0
  #sinceRest = 0

  /** @param exceeded makes the error that ends the work */
  constructor(limits: WorkLimits, exceeded: () => Error) {
    this.#limits = limits
    this.#exceeded = exceeded
  }

  /**
   * Counts work that is done, or about to be done.
   * @returns whether it is time for `rest`; asked for by the caller, because waiting for nothing is work as well
   * @throws what `exceeded` makes
   */
  spend(bytes: number): boolean {
    this.#bytes += bytes
    this.#sinceRest += bytes
    if (this.#bytes > this.#limits.bytesMax) throw this.#exceeded()
    return this.#sinceRest >= stretchBytes
  }

  /** Gives the thread back for a turn. @throws what `exceeded` makes, when the time is over */
  async rest(): Promise<void> {
    this.#sinceRest = 0
    await nextTurn()
    if (Date.now() - this.#begunAt > (this.#limits.msMax ?? Infinity)) throw this.#exceeded()
  }
}
