// The life of an index's tables in the user's object: they appear with the first search, and an index that was made by other rules
// gives way to an empty one.
import { wordsVersion } from '#domain/search-words.ts'

interface Tables {
  /** The table with one row: `id`, `version` and what follows. It is there when the index is. */
  state: string
  /** Statements that make all tables. */
  made: string
  /** The values of the row after its version. */
  beginning: readonly (string | number)[]
  /** Statements that take away all tables. */
  dropped: string
  /** Of the rules; absent: of the words of `domain/search-words.ts`. */
  version?: number
}

/** What an index of a user's words begins as. */
export class IndexTables {
  protected readonly storage: DurableObjectStorage
  protected readonly sql: SqlStorage
  readonly #tables: Tables
  /** Undefined: not looked up yet. */
  #isThere: boolean | undefined

  constructor(storage: DurableObjectStorage, tables: Tables) {
    this.storage = storage
    this.sql = storage.sql
    this.#tables = tables
  }

  /** Whether this user has ever searched in it. */
  get isThere(): boolean {
    return (this.#isThere ??=
      this.sql.exec('select 1 from sqlite_master where name = ?', this.#tables.state).toArray().length > 0)
  }

  /** Creates what is missing; an index that was made by other rules is emptied. */
  prepare() {
    const { state, made, beginning, version = wordsVersion } = this.#tables
    if (this.isThere && this.sql.exec(`select version from ${state}`).one()['version'] !== version) this.clear()
    if (this.isThere) return
    this.storage.transactionSync(() => {
      this.sql.exec(made)
      const rest = ', ?'.repeat(beginning.length)
      this.sql.exec(`insert into ${state} values (1, ?${rest})`, version, ...beginning)
    })
    this.#isThere = true
  }

  clear() {
    if (!this.isThere) return
    this.storage.transactionSync(() => void this.sql.exec(this.#tables.dropped))
    this.#isThere = false
  }
}
