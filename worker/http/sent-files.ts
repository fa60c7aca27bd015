// The uploaded files of a request while they are in memory, within the isolate's budget for all requests.
import { JsonFiles } from '#providers/http/json-files.ts'
import { AppError } from './errors.ts'
import { MemoryBudget } from './memory-budget.ts'

const megabyte = 1024 * 1024
const secondMs = 1000

/** The budgets of this isolate: for bodies, and for copies of the files in them. */
export const budgets = {
  bodies: new MemoryBudget(56 * megabyte, 42 * megabyte),
  copies: new MemoryBudget(24 * megabyte)
}
/** The longest that a body may take to arrive: 20 MB at 1.2 Mbit/s. */
export const arrivalMaxMs = 180 * secondMs
/** Time to check and store the files. */
const handlingMaxMs = 60 * secondMs

export class SentFiles extends JsonFiles {
  readonly #releases: (() => void)[] = []

  /** Waits for room for a body of this user that is about to arrive. @throws AppError UNAVAILABLE when there is none */
  claimBody(bytes: number, by: string): Promise<void> {
    return this.#claim(budgets.bodies, bytes, { heldMaxMs: arrivalMaxMs + handlingMaxMs, waitMaxMs: 5 * secondMs, by })
  }

  /** Waits for room for a copy of every file, which checking and storing them takes. @throws AppError UNAVAILABLE */
  async claimCopies(): Promise<void> {
    const { sizeBytes } = this
    if (sizeBytes === 0) return
    await this.#claim(budgets.copies, sizeBytes, { heldMaxMs: handlingMaxMs, waitMaxMs: 10 * secondMs })
  }

  /** Waits for room for a stored file that is about to be read and checked. @throws AppError UNAVAILABLE when there is none */
  async claimStored(bytes: number): Promise<void> {
    await this.#claim(budgets.bodies, bytes, { heldMaxMs: handlingMaxMs, waitMaxMs: 5 * secondMs })
    await this.#claim(budgets.copies, bytes, { heldMaxMs: handlingMaxMs, waitMaxMs: 10 * secondMs })
  }

  async #claim(budget: MemoryBudget, bytes: number, terms: Parameters<MemoryBudget['take']>[1]): Promise<void> {
    const release = await budget.take(bytes, terms)
    if (!release)
      throw new AppError('UNAVAILABLE', {
        text: 'Сейчас загружается слишком много файлов. Попробуйте через несколько секунд',
        retryAfter: 5
      })
    this.#releases.push(release)
  }

  /** Drops the files and gives their memory back. */
  release(): void {
    this.forget()
    for (const release of this.#releases.splice(0)) release()
  }
}
