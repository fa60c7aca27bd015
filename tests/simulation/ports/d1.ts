// D1 as the product calls it: each call is an effect, a batch is one transaction.
import type { Engine } from '../engine/engine.ts'
import type { Row, Sqlite } from './sqlite.ts'

/** What D1 rejects with. Whether the statement was carried out is not said. */
export class D1Lost extends Error {
  constructor() {
    super('D1_ERROR: Network connection lost.')
  }
}

interface Written {
  sql: string
  values: readonly unknown[]
}

/** Sees each statement before it runs, and may give another one, or null for none. */
export type Rewrite = (written: Written) => Written | null

class Statement {
  readonly #port: D1Port
  readonly sql: string
  readonly values: readonly unknown[]

  constructor(port: D1Port, sql: string, values: readonly unknown[] = []) {
    this.#port = port
    this.sql = sql
    this.values = values
  }

  bind(...values: unknown[]) {
    return new Statement(this.#port, this.sql, values)
  }

  all() {
    return this.#port.ask([this], ([rows = []]) => resultOf(rows))
  }

  run() {
    return this.all()
  }

  raw() {
    return this.#port.ask([this], ([rows = []]) => rows.map((row) => Object.values(row)))
  }

  /** @param column whose value is asked for, of the whole row otherwise */
  first(column?: string) {
    return this.#port.ask([this], ([rows = []]) => {
      const [row] = rows
      if (row === undefined || column === undefined) return row ?? null
      if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: ${column}`)
      return row[column]
    })
  }
}

const resultOf = (results: Row[]) => ({ results, success: true, meta: {} })

const verbOf = (sql: string) => /(?:select|insert|update|delete|with)\b/i.exec(sql)?.[0]

export class D1Port {
  readonly #engine: Engine
  readonly #name: string
  readonly sqlite: Sqlite
  readonly #rewrite: Rewrite

  constructor(engine: Engine, name: string, sqlite: Sqlite, rewrite: Rewrite = (written) => written) {
    this.#engine = engine
    this.#name = name
    this.sqlite = sqlite
    this.#rewrite = rewrite
  }

  prepare(sql: string) {
    return new Statement(this, sql)
  }

  batch(statements: readonly Statement[]) {
    return this.ask(statements, (results) => results.map(resultOf))
  }

  ask<Result>(statements: readonly Statement[], resultsOf: (results: Row[][]) => Result): Promise<Result> {
    const [first] = statements
    const verb = verbOf(first?.sql ?? '') ?? 'batch'
    return this.#engine.ask('d1', `${this.#name}: ${verb} (${statements.length})`, () => {
      try {
        return { value: resultsOf(this.#perform(statements)) }
      } catch (error) {
        return { error: new Error(`D1_ERROR: ${String(error)}`) }
      }
    })
  }

  #perform(statements: readonly Statement[]): Row[][] {
    return this.sqlite.atomic(() =>
      statements.map(({ sql, values }) => {
        const rewritten = this.#rewrite({ sql, values })
        return rewritten ? this.sqlite.exec(rewritten.sql, rewritten.values) : []
      })
    )
  }
}
