// Finds passages by the rules of the product, with an index in memory in place of the rows of a user's object.
import type { AttachedFile } from '#domain/attachment.ts'
import { documentTypes } from '#contract/document-kinds.ts'
import { inputTokensOf } from '#contract/catalogue/attachments.ts'
import { type Passage, passagesOf } from '#domain/passages.ts'
import { type KnownPassage, rankedPassages, type Term, termsOf } from '#domain/passage-ranking.ts'
import { projectPartOf } from '#domain/project.ts'
import { type FoundPassage, shownPassages } from '#domain/project-texts.ts'
import { stemsIn } from '#domain/word-stems.ts'

interface Document {
  name: string
  text: string
}

type Indexed = KnownPassage & Passage & { stems: ReadonlySet<string> }

const fileOf = ({ name, text }: Document): AttachedFile => ({
  id: name,
  name,
  kind: 'document',
  type: name.endsWith('.xlsx') ? documentTypes.xlsx : documentTypes.docx,
  size: text.length,
  width: null,
  height: null,
  textLength: text.length,
  inputTokens: inputTokensOf(text)
})

const has = ({ stems }: Indexed, { stem, isPrefix }: Term): boolean =>
  isPrefix ? [...stems].some((one) => one.startsWith(stem)) : stems.has(stem)

/** Everything that is known of documents: what a question finds there, best first, and what is sent of it. */
export class Finder {
  readonly #files: AttachedFile[]
  readonly #texts: ReadonlyMap<string, string>
  readonly #passages: Indexed[] = []

  constructor(documents: readonly Document[]) {
    this.#files = documents.map(fileOf)
    this.#texts = new Map(documents.map(({ name, text }) => [name, text]))
    for (const { name, text } of documents)
      for (const [number, passage] of passagesOf(text, false).entries()) {
        const { start, end, head } = passage
        const words = `${head ? text.slice(head.start, head.end) : ''}\n${text.slice(start, end)}`
        const id = this.#passages.length + 1
        this.#passages.push({ ...passage, id, fileId: name, number, stems: new Set(stemsIn(words)) })
      }
  }

  get total(): number {
    return this.#passages.length
  }

  found(question: string): FoundPassage[] {
    const hits = termsOf(question).map((term) => ({
      ...term,
      ids: this.#passages.filter((passage) => has(passage, term)).map(({ id }) => id)
    }))
    return rankedPassages(this.#files, this.#passages, hits).flatMap(({ id, fileId }) => {
      const [file, passage] = [this.#files.find((one) => one.id === fileId), this.#passages[id - 1]]
      return file && passage ? [{ file, ...passage }] : []
    })
  }

  /** What is sent, as for a model of 128,000 tokens, where all of the documents would be too much. */
  sent(question: string): FoundPassage[] {
    const found = this.found(question)
    const { lengthMax } = projectPartOf(
      this.#files.map((file) => ({ ...file, state: 'ready', inputTokens: 200_000 })),
      { contextTokens: 128_000, outputTokensMax: 16_000, prompt: question, files: [], besideLength: 0 }
    )
    const { read } = shownPassages({ files: this.#files, lengthMax }, found, this.#texts)
    const shown = new Set(read.map(({ fileId, start }) => `${fileId} ${start}`))
    return found.filter(({ file, start }) => shown.has(`${file.id} ${start}`))
  }

  textOf({ file, start, end }: FoundPassage): string {
    return (this.#texts.get(file.id) ?? '').slice(start, end)
  }
}
