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
/** Passages that are added before other calls of the object get their turn: some hundredths of a second. */
const portion = 40
/** So many of the best are looked at, because a long one may not fit where a shorter one does. */
const candidatesMax = 3 * passagesMax

/** Taken before any test replaces it by one that stands still. */
const later = globalThis.setTimeout
const nextTurn = () => new Promise<void>((resolve) => void later(resolve, 0))

export interface Surroundings {
  storage: DurableObjectStorage
  /** The text of a file. @throws when it is lost */
  textOf: (file: AttachedFile) => Promise<string>
}

export class ProjectReader {
  readonly #index: PassageIndex
  readonly #textOf: Surroundings['textOf']
  /** Questions at the same time index one after the other. */
  #indexing: Promise<void> = Promise.resolve()
  /** Counts what was forgotten, so that a file which is being read meanwhile is not added after it. */
  #changes = 0

  constructor({ storage, textOf }: Surroundings) {
    this.#index = new PassageIndex(storage)
    this.#textOf = textOf
  }

  /** @param question the prompt, and the question before it. @throws when a file is lost */
  async read(part: ProjectPart, question: { prompt: string; earlier: string }): Promise<Shown> {
    if (part.kind === 'none') return { text: '', read: [] }
    if (part.kind === 'all') return shownWhole(part.files, await this.#textsOf(part.files))
    const until = Date.now() + indexingMs
    const indexed = this.#indexing.then(() => this.#indexAll(part.files, until))
    this.#indexing = indexed.catch(() => undefined)
    await indexed
    const found = this.#find(part.files, question)
    const named = new Set(found.map(({ file }) => file))
    return shownPassages(part, found, await this.#textsOf([...named]))
  }

  /** Forgets the words of files. */
  forget(fileIds: readonly string[]) {
    this.#changes += 1
    if (this.#index.isThere) this.#index.forget(fileIds)
  }

  /** Forgets all words. */
  clear() {
    this.#changes += 1
    this.#index.clear()
  }

  async #textsOf(files: readonly AttachedFile[]): Promise<Map<string, string>> {
    return new Map(await Promise.all(files.map(async (file) => [file.id, await this.#textOf(file)] as const)))
  }

  /** One file after the other: together their texts would take much memory. */
  async #indexAll(files: readonly AttachedFile[], until: number): Promise<void> {
    this.#index.prepare()
    for (const file of files) {
      if (this.#index.isThere && this.#index.has(file.id)) continue
      if (Date.now() >= until) return
      await this.#indexFile(file)
    }
  }

  async #indexFile(file: AttachedFile): Promise<void> {
    const text = await this.#textOf(file)
    const passages = passagesOf(text, hasPages(file.type, text))
    this.#index.prepare()
    // An earlier attempt may have been interrupted.
    this.#index.forget([file.id])
    this.#index.prepare()
    const changes = this.#changes
    const known = new Map<string, string>()
    for (let from = 0; from < passages.length; from += portion) {
      const added = passages.slice(from, from + portion).map((passage) => {
        const { start, end, head } = passage
        const headed = head ? `${text.slice(head.start, head.end)}\n` : ''
        return { ...passage, words: stemsIn(headed + text.slice(start, end), known).join(' ') }
      })
      this.#index.add(file.id, from, added)
      await nextTurn()
      // What was forgotten may be this file, or all.
      if (this.#changes !== changes) {
        if (this.#index.isThere) this.#index.forget([file.id])
        return
      }
    }
    this.#index.complete(file.id)
  }

  #find(files: readonly AttachedFile[], { prompt, earlier }: { prompt: string; earlier: string }): FoundPassage[] {
    this.#index.prepare()
    const passages = this.#index.passages(files.map(({ id }) => id))
    const hits = termsOf(prompt, earlier).map((term) => ({ ...term, ids: this.#index.having(term) }))
    const byId = new Map(files.map((file) => [file.id, file]))
    return rankedPassages(files, passages, hits)
      .slice(0, candidatesMax)
      .flatMap(({ id, fileId }) => {
        const file = byId.get(fileId)
        return file ? [{ file, ...this.#index.placeOf(id) }] : []
      })
  }
}
