// Stands before drizzle's own file, which puts the names of a table's columns together for each statement that reads or returns them.
import { Column } from 'drizzle-orm/column'
import { SQL, sql } from 'drizzle-orm/sql/sql'
import { SQLiteDialect } from 'drizzle-orm/sqlite-core/dialect'
import { is } from './drizzle-entity.ts'

export * from 'drizzle-orm/sqlite-core/dialect'

interface Field {
  field: unknown
}

type Select = (this: SQLiteDialect, fields: readonly Field[], how?: { isSingleTable?: boolean }) => SQL

interface Selection {
  fields: readonly Field[]
  isSingleTable: boolean
  selection: SQL
}

const select = Reflect.get(SQLiteDialect.prototype, 'buildSelection') as Select
/** By their first column. */
const selections = new WeakMap<object, Selection[]>()

const isSame = (known: Selection, fields: readonly Field[], isSingleTable: boolean) =>
  known.isSingleTable === isSingleTable &&
  known.fields.length === fields.length &&
  known.fields.every(({ field }, index) => field === fields[index]?.field)

function knownOrSelected(this: SQLiteDialect, fields: readonly Field[], { isSingleTable = false } = {}): SQL {
  const [first] = fields
  if (!first || !is(first.field, Column)) return select.call(this, fields, { isSingleTable })
  const ofFirst = selections.get(first.field as object) ?? []
  const known = ofFirst.find((one) => isSame(one, fields, isSingleTable))
  if (known) return known.selection
  const selection = select.call(this, fields, { isSingleTable })
  if (!fields.every(({ field }) => is(field, Column))) return selection
  const text = sql.raw(this.sqlToQuery(selection).sql)
  selections.set(first.field as object, [...ofFirst, { fields, isSingleTable, selection: text }])
  return text
}

Reflect.set(SQLiteDialect.prototype, 'buildSelection', knownOrSelected)
