import { encodedMap, type SourceMapSegment, TraceMap } from '@jridgewell/trace-mapping'
import type { Plugin } from 'vite'
import { isNode, type Node, nameOf, nodesIn, type Range } from './source-tree.ts'

/** What takes a statement as its first argument. */
const takers = new Set(['exec', 'prepare', 'raw'])

/** The value that is SQL: the text after the tag `sql`, or what is given to a taker. */
function statementIn({ type, tag, quasi, callee, arguments: given }: Node): unknown {
  if (type === 'TaggedTemplateExpression') return nameOf(tag) === 'sql' ? quasi : null
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null
  return takers.has(String(nameOf(callee.property))) ? (given as Node[])[0] : null
}

/** How a statement, or a part that several have, begins. */
const beginning = /^\s*(?:select|insert into|update|delete from|create table|from|with) [\w(]/

/** Breaks of lines with the spaces after them. */
const breaks = /\n\s*/g

interface Break extends Range {
  /** What stands in its place: inside of a bracket nothing is needed. */
  between: '' | ' '
}

/** Where a statement is broken into lines. @throws Error when a break could be more than a space: in a text of SQL, or after a comment */
function breaksOf(source: string, quasis: readonly Range[]): Break[] {
  let before = ''
  return quasis.flatMap(({ start, end }) => {
    const text = source.slice(start, end)
    const found = [...text.matchAll(breaks)].map(({ index, 0: { length } }) => {
      const statement = before + text.slice(0, index)
      if (statement.includes('--')) throw new Error(`A comment would swallow the rest: ${text}`)
      if (statement.split("'").length % 2 === 0) throw new Error(`A text of SQL goes over lines: ${text}`)
      const isInside = text[index - 1] === '(' || text[index + length] === ')'
      return { start: start + index, end: start + index + length, between: isInside ? ('' as const) : (' ' as const) }
    })
    before += text
    return found
  })
}

/** The breaks of all statements of a module. */
function breaksIn(source: string, body: unknown): Break[] {
  const nodes = [...nodesIn(body)]
  const given = new Set(nodes.map(statementIn))
  const isStatement = (node: Node) => given.has(node) || beginning.test(source.slice(node.start + 1, node.end))
  return nodes
    .filter((node) => node.type === 'TemplateLiteral' && isStatement(node))
    .flatMap(({ quasis }) => breaksOf(source, quasis as Node[]))
}

/** The source without the breaks, with the map from what is left to it. */
function without(source: string, ranges: readonly Break[]) {
  const mappings: SourceMapSegment[][] = [[]]
  let [code, line, column] = ['', 0, 0]
  const take = (text: string, isKept: boolean) => {
    for (const piece of text.match(/\n|\w+|[^\w\n]/g) ?? []) {
      if (isKept) {
        mappings.at(-1)?.push([code.length - code.lastIndexOf('\n') - 1, 0, line, column])
        code += piece
        if (piece === '\n') mappings.push([])
      }
      if (piece === '\n') [line, column] = [line + 1, 0]
      else column += piece.length
    }
  }
  let at = 0
  for (const { start, end, between } of ranges.toSorted((one, other) => one.start - other.start)) {
    take(source.slice(at, start), true)
    take(source.slice(start, end), false)
    code += between
    at = end
  }
  take(source.slice(at), true)
  const map = encodedMap(new TraceMap({ version: 3, names: [], sources: [''], mappings }))
  return { code, map }
}

/**
 * Statements are written over lines for those who read them; a database reads one as well, and the script is smaller. Breaks become a space,
 * or inside of a bracket nothing, where SQL is certain: `tests/unit/sql-in-one-line.test.ts` says what it refuses.
 */
export const sqlInOneLine: Plugin = {
  name: 'sql-in-one-line',
  apply: 'build',
  transform: {
    filter: { id: /\/(?:data|durable-objects|queues|worker)\/.*\.ts$/, code: /`/ },
    handler(source) {
      const ranges = breaksIn(source, this.parse(source).body)
      return ranges.length > 0 ? without(source, ranges) : null
    }
  }
}
