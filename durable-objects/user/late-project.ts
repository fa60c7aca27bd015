// A project's files for answers. The code that reads them is loaded with the first question that sends some: few isolates answer any.
// Nothing else may import it, or the built script has no name for it.
import type { AttachedFile } from '#domain/attachment.ts'
import type { ProjectPart } from '#domain/project.ts'
import type { Shown } from '#domain/project-texts.ts'
import type { ProjectReader, Surroundings } from '../project/project-reader.ts'

type Make = (around: Surroundings) => ProjectReader

let loaded: Make | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadProjectReader = async (): Promise<Make> => {
  if (loaded) return loaded
  const { ProjectReader: Reader } = await import('../project/project-reader.ts')
  return (loaded ??= (around) => new Reader(around))
}

export class LateProject {
  readonly #around: Surroundings
  #reader: ProjectReader | undefined

  constructor(storage: DurableObjectStorage, textOf: (file: AttachedFile) => Promise<string>) {
    this.#around = { storage, textOf }
  }

  async read(part: ProjectPart, question: { prompt: string; earlier: string }): Promise<Shown> {
    return (await this.#load()).read(part, question)
  }

  /** Forgets the words of files that were taken out of a project. */
  async forget(fileIds: readonly string[]): Promise<void> {
    if (fileIds.length > 0 && this.#mayKnow) (await this.#load()).forget(fileIds)
  }

  /** Forgets all words. */
  async clear(): Promise<void> {
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
