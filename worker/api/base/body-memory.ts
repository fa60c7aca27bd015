// What bodies of the API take of the isolate's memory, beside those of the site: a Worker has 128 MB for everything that it serves at once.
import { AppError } from '../../http/errors.ts'
import { MemoryBudget } from '../../http/memory-budget.ts'

const megabyte = 1024 * 1024
/** Bodies of usual size never wait for giant ones. */
const usualBytes = megabyte
/** One user's usual bodies leave room to others, however slowly they come and however long their calls run. */
const budgets = { usual: new MemoryBudget(24 * megabyte, 18 * megabyte), large: new MemoryBudget(48 * megabyte) }
/** The bytes, the text, and the text that is sent on. */
const copies = 3
/** A share frees itself when its request was cancelled; a call takes at most about fifteen minutes. */
const heldMaxMs = { arriving: 90_000, running: 15 * 60_000 }
const waitMaxMs = 5000

export class BodyShare {
  readonly #releases: (() => void)[] = []
  readonly #by: string | undefined
  #bytes = 0

  /** @param by the user whose key came with it, whether it works or not */
  constructor(by?: string) {
    this.#by = by
  }

  /** Waits for room for so many bytes more, while they arrive. @throws AppError UNAVAILABLE */
  claim = (bytes: number): Promise<void> => this.#take(bytes, heldMaxMs.arriving)

  /** The body is here, with this length: it is in memory as long as its call runs. @throws AppError UNAVAILABLE */
  async keep(bytes: number): Promise<void> {
    this.release()
    this.#bytes = 0
    await this.#take(bytes, heldMaxMs.running)
  }

  release = (): void => {
    for (const release of this.#releases.splice(0)) release()
  }

  async #take(bytes: number, heldMs: number): Promise<void> {
    this.#bytes += bytes
    const budget = this.#bytes <= usualBytes ? budgets.usual : budgets.large
    const release = await budget.take(bytes * copies, { heldMaxMs: heldMs, waitMaxMs, by: this.#by })
    if (!release) throw new AppError('UNAVAILABLE', { retryAfter: 5 })
    this.#releases.push(release)
  }
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
