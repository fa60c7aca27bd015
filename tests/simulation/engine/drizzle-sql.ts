// Stands before drizzle's own file, which makes a text, a list and a copy of its settings for each of the hundred parts of a statement. The
// parts that nearly all statements are made of are written one after another here; drizzle itself writes the others.
import { Column } from 'drizzle-orm/column'
import { Name, Param, Placeholder, SQL, type SQLChunk, StringChunk } from 'drizzle-orm/sql/sql'
import { is } from './drizzle-entity.ts'

export * from 'drizzle-orm/sql/sql'

type Settings = Parameters<SQL['buildQueryFromSourceParams']>[1]

interface Written {
  sql: string
  params: unknown[]
}

const whole = Reflect.get(SQL.prototype, 'buildQueryFromSourceParams') as SQL['buildQueryFromSourceParams']
const kinds = [StringChunk, Name, SQL, Column, Param] as const
type Kind = (typeof kinds)[number] | null

/** By the class of a part. */
const kindOf = new Map<object, Kind>()
const columns = new WeakMap<Column, string>()

function kindOfPart(part: object): Kind {
  const prototype = Object.getPrototypeOf(part) as object
  const known = kindOf.get(prototype)
  if (known !== undefined) return known
  const kind = kinds.find((one) => is(part, one)) ?? null
  kindOf.set(prototype, kind)
  return kind
}

function leave(part: SQLChunk, written: Written, settings: Settings): void {
  const { sql, params } = whole.call(new SQL([]), [part], settings)
  written.sql += sql
  written.params.push(...params)
}

function writeParam(part: Param, written: Written, settings: Settings): void {
  if (is(part.value, Placeholder)) return leave(part, written, settings)
  const value: unknown = part.value === null ? null : part.encoder.mapToDriverValue(part.value)
  if (is(value, SQL)) return write(value as SQL, written, settings)
  written.sql += settings.escapeParam(0, value)
  written.params.push(value)
}

function write(part: SQLChunk, written: Written, settings: Settings): void {
  if (part === undefined) return
  if (typeof part !== 'object' || part === null) {
    written.sql += settings.escapeParam(0, part)
    written.params.push(part)
    return
  }
  if (Array.isArray(part)) {
    written.sql += '('
    for (const [index, one] of part.entries()) {
      if (index > 0) written.sql += ', '
      write(one as SQLChunk, written, settings)
    }
    written.sql += ')'
    return
  }
  switch (kindOfPart(part)) {
    case StringChunk:
      for (const text of (part as StringChunk).value) written.sql += text
      return
    case Name:
      written.sql += settings.escapeName((part as Name).value)
      return
    case SQL:
      if (Reflect.get(part, 'shouldInlineParams')) return leave(part, written, settings)
      for (const one of (part as SQL).queryChunks) write(one, written, settings)
      return
    case Column: {
      const text = columns.get(part as Column) ?? whole.call(new SQL([]), [part], settings).sql
      columns.set(part as Column, text)
      written.sql += text
      return
    }
    case Param:
      return writeParam(part as Param, written, settings)
    case null:
    default:
      return leave(part, written, settings)
  }
}

SQL.prototype.buildQueryFromSourceParams = function build(parts, settings) {
  const isOfValues = settings.inlineParams === true || Reflect.get(this, 'shouldInlineParams') === true
  if (isOfValues || settings.invokeSource === 'indexes') return whole.call(this, parts, settings)
  const written: Written = { sql: '', params: [] }
  for (const part of parts) write(part, written, settings)
  return written
}
