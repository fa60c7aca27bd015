// Reads what a question sends of a project's files: their whole texts, or the passages that have its words.
import type { AttachedFile } from '#domain/attachment.ts'
import { passagesOf } from '#domain/passages.ts'
import { rankedPassages, termsOf } from '#domain/passage-ranking.ts'
import { type ProjectPart, passagesMax } from '#domain/project.ts'
import { type FoundPassage, hasPages, type Shown, shownPassages, shownWhole } from '#domain/project-texts.ts'
import { stemsIn } from '#domain/word-stems.ts'
import { PassageIndex } from './passage-index.ts'

/** A question waits so long for the index at most; what is missing then is added by the next one. */
const indexingMs = 20_000
/** Passages that are added before other calls of the object get their turn: hundredths of a second, tenths for a hostile text. */
const portion = 20
/** So many of the best are looked at, because a long one may not fit where a shorter one does. */
const candidatesMax = 3 * passagesMax
const attemptsMax = 2

/** Taken before any test replaces it by one that stands still. */
const later = globalThis.setTimeout
const nextTurn = () => new Promise<void>((resolve) => void later(resolve, 0))

export interface Surroundings {
  storage: DurableObjectStorage
  /** The text of a file; null: it is lost. @throws what R2 threw */
  textOf: (file: AttachedFile) => Promise<string | null>
}

export interface Asked {
  prompt: string
  /** The question before it. */
  earlier: string
}

/** The files that were taken out somewhere since the question was asked: their words are not added any more. */
export type IsGone = (fileId: string) => boolean

interface Indexing {
  isGone: IsGone
  /** In milliseconds since the epoch. */
  until: number
}

export class ProjectReader {
  readonly #index: PassageIndex
  readonly #textOf: Surroundings['textOf']
  /** Questions at the same time index one after the other. */
  #indexing: Promise<void> = Promise.resolve()

  constructor({ storage, textOf }: Surroundings) {
    this.#index = new PassageIndex(storage)
    this.#textOf = textOf
  }

  /** Files that are lost are left out, and are not named. @throws what R2 threw */
  async read(part: ProjectPart, question: Asked, isGone: IsGone): Promise<Shown> {
    if (part.kind === 'none') return { text: '', read: [] }
    if (part.kind === 'all') return shownWhole(part.files, await this.#textsOf(part.files))
    const until = Date.now() + indexingMs
    const indexed = this.#indexing.then(() => this.#indexAll(part.files, { isGone, until }))
    this.#indexing = indexed.catch(() => undefined)
    await indexed
    const found = this.#find(part.files, question)
    const named = new Set(found.map(({ file }) => file))
    return shownPassages(part, found, await this.#textsOf([...named]))
  }

  /** Forgets the words of files. */
  forget(fileIds: readonly string[]) {
    if (this.#index.isThere) this.#index.forget(fileIds)
  }

  /** Forgets all words. */
  clear() {
    this.#index.clear()
  }

  async #textsOf(files: readonly AttachedFile[]): Promise<Map<string, string>> {
    const texts = await Promise.all(files.map(async (file) => [file.id, await this.#textOf(file)] as const))
    return new Map(texts.flatMap(([id, text]) => (text === null ? [] : [[id, text] as const])))
  }

  /** A file with very many words takes those of all others with it when it is forgotten: then they are added once more. */
  async #indexAll(files: readonly AttachedFile[], indexing: Indexing): Promise<void> {
    for (let attempts = 0; attempts < attemptsMax; attempts++) {
      this.#index.prepare()
      const { clears } = this.#index
      await this.#indexEach(files, indexing)
      if (this.#index.clears === clears) return
    }
  }

  /** One file after the other: together their texts would take much memory. */
  async #indexEach(files: readonly AttachedFile[], indexing: Indexing): Promise<void> {
    for (const file of files) {
      if (indexing.isGone(file.id) || (this.#index.isThere && this.#index.has(file.id))) continue
      if (Date.now() >= indexing.until) return
      await this.#indexFile(file, indexing.isGone)
    }
  }

  async #indexFile(file: AttachedFile, isGone: IsGone): Promise<void> {
    const text = await this.#textOf(file)
    if (text === null || isGone(file.id)) return
    const passages = passagesOf(text, hasPages(file.type, text))
    this.#index.prepare()
    // An earlier attempt may have been interrupted.
    this.#index.forget([file.id])
    this.#index.prepare()
    const { clears } = this.#index
    const known = new Map<string, string>()
    for (let from = 0; from < passages.length; from += portion) {
      const added = passages.slice(from, from + portion).map((passage) => {
        const { start, end, head } = passage
        const headed = head ? `${text.slice(head.start, head.end)}\n` : ''
        return { ...passage, words: stemsIn(headed + text.slice(start, end), known).join(' ') }
      })
      this.#index.add(file.id, from, added)
      await nextTurn()
      // Taken out, or its first words are gone with those of another file.
      if (isGone(file.id) || this.#index.clears !== clears) return this.forget([file.id])
    }
    this.#index.complete(file.id)
  }

  #find(files: readonly AttachedFile[], { prompt, earlier }: Asked): FoundPassage[] {
    this.#index.prepare()
    const passages = this.#index.passages(files.map(({ id }) => id))
    const hits = termsOf(prompt, earlier).map((term) => ({ ...term, ids: this.#index.idsWith(term) }))
    const byId = new Map(files.map((file) => [file.id, file]))
    return rankedPassages(files, passages, hits)
      .slice(0, candidatesMax)
      .flatMap(({ id, fileId }) => {
        const file = byId.get(fileId)
        return file ? [{ file, ...this.#index.placeOf(id) }] : []
      })
  }
}
