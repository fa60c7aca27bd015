/** A search request. */
export interface SearchQuery {
  /** All of them must be in a text; made by `queryWords`. */
  words: readonly string[]
  /** Only messages older than this one; null: from the newest. */
  before: number | null
}

/** Jobs whose prompts have the words, newest first. The history decides which of them still exist. */
export interface JobHits {
  /** Operation ids, which the API shows. */
  operationIds: string[]
  /** The search found more jobs than it may return; the older ones are left out. */
  isCut: boolean
  /** The index does not have all prompts yet: the same question finds more a moment later. */
  isIndexing: boolean
}

/** Where the words were found, newest first. The history decides which of them still exist. */
export interface SearchHits {
  messageIds: number[]
  /** Conversations whose titles have the words; on the first page only. */
  conversationIds: number[]
  /** The `before` of the next page; null when this is the last one. */
  next: number | null
  /** The index does not have all texts yet: the same question finds more a moment later. */
  isIndexing: boolean
}
