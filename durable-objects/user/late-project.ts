// A project's files for answers. The code that reads them is loaded with the first question that sends some: few isolates answer any.
// Nothing else may import it, or the built script has no name for it.
import type { ProjectPart } from '#domain/project.ts'
import type { Shown } from '#domain/project-texts.ts'
import type { Asked, ProjectReader, Surroundings } from '../project/project-reader.ts'

type Make = (around: Surroundings) => ProjectReader

let loaded: Make | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadProjectReader = async (): Promise<Make> => {
  if (loaded) return loaded
  const { ProjectReader: Reader } = await import('../project/project-reader.ts')
  return (loaded ??= (around) => new Reader(around))
}

/** What was forgotten while a question reads its project. */
interface Gone {
  isAll: boolean
  fileIds: Set<string>
}

export class LateProject {
  readonly #around: Surroundings
  #reader: ProjectReader | undefined
  /** Of the questions that are reading, also while the code is loaded for them. */
  readonly #gone = new Set<Gone>()

  constructor(storage: DurableObjectStorage, textOf: Surroundings['textOf']) {
    this.#around = { storage, textOf }
  }

  /** To be called in the same turn in which the project was found: what is taken out from then on is not indexed. */
  async read(part: ProjectPart, question: Asked): Promise<Shown> {
    const gone: Gone = { isAll: false, fileIds: new Set() }
    this.#gone.add(gone)
    try {
      const reader = await this.#load()
      return await reader.read(part, question, (fileId) => gone.isAll || gone.fileIds.has(fileId))
    } finally {
      this.#gone.delete(gone)
    }
  }

  /** Forgets the words of files that were taken out of a project. */
  async forget(fileIds: readonly string[]): Promise<void> {
    for (const gone of this.#gone) for (const fileId of fileIds) gone.fileIds.add(fileId)
    if (fileIds.length > 0 && this.#mayKnow) (await this.#load()).forget(fileIds)
  }

  /** Forgets all words. */
  async clear(): Promise<void> {
    for (const gone of this.#gone) gone.isAll = true
    if (this.#mayKnow) (await this.#load()).clear()
  }

  /** Without a table and a reader there is nothing to forget, and no code is loaded for it. */
  get #mayKnow(): boolean {
    if (this.#reader !== undefined) return true
    // Read to its end: no table can be dropped while a cursor is open.
    const { sql } = this.#around.storage
    return sql.exec("select 1 from sqlite_master where name = 'passage_state'").toArray().length > 0
  }

  async #load(): Promise<ProjectReader> {
    const make = await loadProjectReader()
    return (this.#reader ??= make(this.#around))
  }
}
