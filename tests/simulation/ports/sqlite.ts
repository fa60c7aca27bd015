// SQLite in memory, as D1 and the storage of objects both need it. The databases are made once; a run begins a transaction in
// each of them and its end rolls everything back, which costs nothing.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

interface Prepared {
  statement: StatementSync
  /** Of the columns. */
  names: readonly string[]
  /** Values are bound as `?1`, `?2`. */
  isNumbered: boolean
  isRead: boolean
}

export type Row = Record<string, SQLInputValue>

const bindable = (value: unknown): SQLInputValue => {
  if (typeof value === 'boolean') return Number(value)
  if (value === undefined) throw new TypeError('A database takes no undefined values')
  return value as SQLInputValue
}

/** As written, SQLite plans a statement anew for each number that is bound as its limit. */
const plannedOnce = (sql: string) => sql.replaceAll(/\blimit (\?\d*)/g, 'limit ($1 + 0)')

/** More than one statement: these are schemas, without values. */
const isScript = (sql: string) => /;\s*\S/.test(sql)

export class Sqlite {
  readonly database = new DatabaseSync(':memory:')
  readonly #prepared = new Map<string, Prepared>()
  /** Counts what may have changed something, so that unchanged data need not be looked at again. */
  version = 0
  readonly #known = new Map<string, readonly Row[]>()
  /** The version of what is known. */
  #knownAt = -1

  /** May change or undo something. */
  script(sql: string) {
    this.version += 1
    this.database.exec(sql)
  }

  all(sql: string, values: readonly unknown[] = []): Row[] {
    const prepared = this.#prepare(sql)
    const { statement, isNumbered } = prepared
    const bound = values.map(bindable)
    const rows = (isNumbered ? statement.all(numbered(bound)) : statement.all(...bound)) as unknown as SQLInputValue[][]
    return rows.length === 0 ? [] : named(prepared, rows)
  }

  /** The rows of a query, read again only when something may have changed. */
  known(sql: string): readonly Row[] {
    if (this.#knownAt !== this.version) this.#known.clear()
    this.#knownAt = this.version
    const known = this.#known.get(sql)
    if (known) return known
    const rows = this.all(sql)
    this.#known.set(sql, rows)
    return rows
  }

  /** As `sql.exec` of an object: a script, or one statement with its rows. */
  exec(sql: string, values: readonly unknown[]): Row[] {
    if (values.length === 0 && isScript(sql)) {
      this.version += 1
      this.database.exec(sql)
      return []
    }
    if (!this.#prepare(sql).isRead) this.version += 1
    return this.all(sql, values)
  }

  /** Undoes what `work` has written when it throws. */
  atomic<Result>(work: () => Result): Result {
    this.database.exec('savepoint atomic')
    try {
      const result = work()
      this.database.exec('release atomic')
      return result
    } catch (error) {
      this.script('rollback to atomic; release atomic')
      throw error
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.database.prepare(plannedOnce(sql))
    statement.setAllowUnknownNamedParameters(true)
    statement.setReturnArrays(true)
    const prepared = { statement, names: [], isNumbered: /\?\d/.test(sql), isRead: /^\s*select\b/i.test(sql) }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** Node's own rows are objects of a slow kind. */
function named(prepared: Prepared, rows: readonly SQLInputValue[][]): Row[] {
  // A column that was added to a table is in `*` from then on.
  if (prepared.names.length !== rows[0]?.length) prepared.names = prepared.statement.columns().map(({ name }) => name)
  const { names } = prepared
  return rows.map((values) => {
    const row: Row = {}
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index] as SQLInputValue
    return row
  })
}

function numbered(values: readonly SQLInputValue[]): Record<string, SQLInputValue> {
  const parameters: Record<string, SQLInputValue> = {}
  for (let index = 0; index < values.length; index++) parameters[`?${index + 1}`] = values[index] as SQLInputValue
  return parameters
}
