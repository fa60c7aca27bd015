// SQLite in memory, as D1 and the storage of objects both need it. The databases are made once; a run begins a transaction in
// each of them and its end rolls everything back, which costs nothing.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

interface Prepared {
  statement: StatementSync
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

/** More than one statement: these are schemas, without values. */
const isScript = (sql: string) => /;\s*\S/.test(sql)

export class Sqlite {
  readonly database = new DatabaseSync(':memory:')
  readonly #prepared = new Map<string, Prepared>()
  /** Counts the statements that have changed something, so that unchanged data need not be looked at again. */
  version = 0

  script(sql: string) {
    this.database.exec(sql)
  }

  all(sql: string, values: readonly unknown[] = []): Row[] {
    const { statement, isNumbered } = this.#prepare(sql)
    const bound = values.map(bindable)
    return isNumbered ? statement.all(numbered(bound)) : statement.all(...bound)
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
      this.database.exec('rollback to atomic; release atomic')
      throw error
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    statement.setAllowUnknownNamedParameters(true)
    const prepared = { statement, isNumbered: /\?\d/.test(sql), isRead: /^\s*select\b/i.test(sql) }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

const numbered = (values: readonly SQLInputValue[]): Record<string, SQLInputValue> =>
  Object.fromEntries(values.map((value, index) => [`?${index + 1}`, value]))
