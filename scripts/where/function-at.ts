import { parseSync } from 'vite'

/** The part of a syntax tree that is looked at. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isFunction = (value: unknown): boolean =>
  isNode(value) && /^(?:Arrow)?Function(?:Declaration|Expression)?$/.test(value.type)

const named = (name: unknown): string | null => (isNode(name) && typeof name.name === 'string' ? name.name : null)

/** The name that a part of the source gives to the function or class that it holds; null: none. */
function nameOf(node: Node): string | null {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return named(node.id)
  if (node.type === 'VariableDeclarator') return isFunction(node.init) ? named(node.id) : null
  if (/^(?:Method|Property)(?:Definition)?$/.test(node.type)) return isFunction(node.value) ? named(node.key) : null
  return null
}

/**
 * The function of a TypeScript source around a place, with those and the class around it, from outside: `User.alarm`. Null: it is in none
 * that has a name.
 * @param line from 1 on
 * @param column from 0 on
 */
export function functionAt(source: string, { line, column }: { line: number; column: number }): string | null {
  const before = source.split('\n').slice(0, line - 1)
  const place = before.reduce((sum, { length }) => sum + length + 1, column)
  const names: string[] = []
  const enter = (node: Node) => {
    if (node.start > place || node.end <= place) return
    const name = nameOf(node)
    if (name !== null) names.push(name)
    for (const value of Object.values(node))
      for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) enter(part)
  }
  enter(parseSync('source.ts', source).program as unknown as Node)
  return names.length === 0 ? null : names.join('.')
}
