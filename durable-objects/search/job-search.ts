// Search in the prompts of one user's jobs. As in chats, each search first adds to the index what D1 has got since the last
// one, so a job costs nothing more because of it, and a user who never searches has no index.
import { foundJobsMax } from '#contract/library-limits.ts'
import type { History } from '#data/base/database.ts'
import { nextPrompts, type JobPosition } from '#data/history/job-prompts.ts'
import type { JobHits } from './calls.ts'
import { JobIndex } from './job-index.ts'

/** A search that finds more to read answers after this time with what it has. */
const catchUpMs = 1000

/**
 * Jobs are not stored in the order of their times: one that was submitted earlier may be stored later. Jobs younger than
 * this are read again by the next search.
 */
const settledAfterMs = 10 * 60_000

export class JobSearch {
  readonly #index: JobIndex
  /** Searches at the same time read together. */
  #reading: Promise<boolean> | null = null
  /** Counts the deletions, so that what was read before one is not stored after it. */
  #changes = 0

  constructor(storage: DurableObjectStorage) {
    this.#index = new JobIndex(storage)
  }

  /** @param words of `queryWords` */
  async find(history: History, userId: string, words: readonly string[]): Promise<JobHits> {
    const isWhole = await this.#readOnce(history, userId)
    this.#index.prepare()
    const found = this.#index.find(words, foundJobsMax + 1)
    return { operationIds: found.slice(0, foundJobsMax), isCut: found.length > foundJobsMax, isIndexing: !isWhole }
  }

  /** Forgets the words of a job that is deleted in D1. */
  forget(operationId: string) {
    this.#changes += 1
    if (this.#index.isThere) this.#index.delete(operationId)
  }

  /** Forgets all words. */
  clear() {
    this.#changes += 1
    this.#index.clear()
  }

  #readOnce(history: History, userId: string): Promise<boolean> {
    return (this.#reading ??= this.#read(history, userId).finally(() => (this.#reading = null)))
  }

  /** @returns whether nothing is left to read */
  async #read(history: History, userId: string): Promise<boolean> {
    const until = Date.now() + catchUpMs
    this.#index.prepare()
    let at = this.#index.position()
    do {
      const changes = this.#changes
      const portion = await nextPrompts(history, userId, at)
      if (this.#changes !== changes) {
        // The rows may name a job that was deleted after the read.
        this.#index.prepare()
        at = this.#index.position()
        continue
      }
      const settled = portion.works.findLast(({ createdAt }) => createdAt <= Date.now() - settledAfterMs)
      this.#index.add(portion, settled ? positionOf(settled) : this.#index.position())
      if (portion.isLast) return true
      at = positionOf(portion.works.at(-1) ?? at)
    } while (Date.now() < until)
    return false
  }
}

const positionOf = ({ createdAt, id }: JobPosition): JobPosition => ({ createdAt, id })
