import type { Plugin } from 'vite'
import { isNode, type Node, nameOf, nodesIn, type Range, withComma, without } from './source-tree.ts'

/** What only the database itself has to know of a column: its migration says it there. */
const rules = new Set(['notNull', 'primaryKey', 'references', '$type'])

const columnKinds = new Set(['text', 'integer', 'real', 'instant'])

/** The column's name in the database, by the name of its property. */
const columnNameOf = (property: string): string => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The call that makes a column, without what is called of it: of `text('a').notNull()` the first one; null: it is no column. */
function columnIn(value: unknown): Node | null {
  if (!isNode(value) || value.type !== 'CallExpression') return null
  const { callee } = value
  if (isNode(callee) && callee.type === 'MemberExpression') return columnIn(callee.object)
  return columnKinds.has(String(nameOf(callee))) ? value : null
}

/** A rule, from the end of what it is called of. */
function rulesOf({ type, callee, end }: Node): Range[] {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return []
  const { object, property } = callee
  if (!isNode(object) || !columnIn(object)) return []
  if (rules.has(String(nameOf(property)))) return [{ start: object.end, end }]
  // Its expression is the database's; here only that there is one counts.
  return nameOf(property) === 'generatedAlwaysAs' && isNode(property) ? [{ start: property.end + 1, end: end - 1 }] : []
}

/** The indexes of a table and its key of several columns, from the comma before them. */
function indexesOf({ type, callee, arguments: given }: Node): Range[] {
  if (type !== 'CallExpression' || nameOf(callee) !== 'sqliteTable') return []
  const [, columns, indexes] = given as Node[]
  return columns && indexes ? [{ start: columns.end, end: indexes.end }] : []
}

/** The values that the types allow. */
function valuesOf({ type, key, start, end }: Node): Range[] {
  return type === 'Property' && nameOf(key) === 'enum' ? [{ start, end }] : []
}

/** The column's name, where its property says the same. @throws Error when a property that is no name of a column has none */
function nameIn({ type, key, value }: Node): Range[] {
  const column = type === 'Property' ? columnIn(value) : null
  if (!column) return []
  const property = String(nameOf(key))
  const [named] = column.arguments as Node[]
  const isNamed = named?.type === 'Literal' && typeof named.value === 'string'
  if (!isNamed && columnNameOf(property) !== property) throw new Error(`The column ${property} needs its name.`)
  return isNamed && named.value === columnNameOf(property) ? [named] : []
}

/**
 * What a database checks and finds by itself stands in its migration, which is made of the whole tables. Statements need the names and kinds
 * of columns, and their defaults. So rules, indexes and the words that are allowed are left out of the script, and a column's name where its property
 * says it (`scripts/base/drizzle-without-unused.ts` derives it). `tests/unit/tables-without-rules.test.ts` compares what statements are made of.
 */
export const tablesWithoutRules: Plugin = {
  name: 'tables-without-rules',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/data\/\w+\/schema[\w-]*\.ts$/ },
    handler(source) {
      const nodes = [...nodesIn(this.parse(source, { lang: 'ts' }).body)]
      const listed = nodes.flatMap((node) => [...valuesOf(node), ...nameIn(node)])
      const code = without(source, [
        ...nodes.flatMap((node) => [...rulesOf(node), ...indexesOf(node)]),
        ...listed.map((range) => withComma(source, range))
      ])
      return { code, map: null }
    }
  }
}
