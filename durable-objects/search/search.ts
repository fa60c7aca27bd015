// Search in one user's chats. Each search first adds to the index what D1 has got since the last one, so an answer costs
// nothing more because of it, and a user who never searches has no index.
import { type SearchPortion, nextToIndex } from '#data/history/search.ts'
import type { History } from '#data/base/database.ts'
import type { SearchHits, SearchQuery } from './calls.ts'
import { WordIndex } from './word-index.ts'

/** A search that finds more to read answers after this time with what it has. */
const catchUpMs = 1000

export class Search {
  readonly #index: WordIndex
  /** Reads of several searches at the same time are one. */
  #reading: Promise<boolean> | null = null
  /** Counts the changes, so that what was read before one is not stored after it. */
  #changes = 0

  constructor(storage: DurableObjectStorage) {
    this.#index = new WordIndex(storage)
  }

  async find(history: History, userId: string, query: SearchQuery): Promise<SearchHits> {
    const until = Date.now() + catchUpMs
    let isWhole = false
    do isWhole = await this.#readOnce(history, userId)
    while (!isWhole && Date.now() < until)
    this.#index.prepare()
    return { ...this.#index.find(query), isIndexing: !isWhole }
  }

  /**
   * Changes the title of a conversation in D1, or deletes the conversation. The index notes it before, in case the object dies
   * meanwhile, and again after, because a search may have read D1 meanwhile. The rows of a deleted one are removed before.
   */
  async changing<Result>(conversationId: number, isRemoval: boolean, change: () => Promise<Result>): Promise<Result> {
    this.#note(conversationId, isRemoval)
    return change().finally(() => this.#note(conversationId, isRemoval))
  }

  /** Forgets all texts. */
  clear() {
    this.#changes += 1
    this.#index.clear()
  }

  #note(conversationId: number, isRemoval: boolean) {
    this.#changes += 1
    if (this.#index.isThere) this.#index.noteChanged(conversationId, isRemoval)
  }

  #readOnce(history: History, userId: string): Promise<boolean> {
    return (this.#reading ??= this.#readPortion(history, userId).finally(() => (this.#reading = null)))
  }

  /** @returns whether nothing is left to read */
  async #readPortion(history: History, userId: string): Promise<boolean> {
    this.#index.prepare()
    const changes = this.#changes
    const changed = this.#index.changed()
    const at = this.#index.position()
    const portion: SearchPortion = await nextToIndex(history, userId, { at, changed: changed.map(({ id }) => id) })
    if (this.#changes !== changes) return false
    if (isBackAgain(portion, changed)) {
      this.clear()
      return false
    }
    this.#index.add(portion, changed)
    return portion.isLast
  }
}

/** A conversation whose rows were deleted is still there: its deletion failed, and its messages have to be read again. */
const isBackAgain = ({ retitled }: SearchPortion, changed: readonly { id: number; isEmptied: boolean }[]): boolean =>
  retitled.some(({ id }) => changed.some((one) => one.id === id && one.isEmptied))
