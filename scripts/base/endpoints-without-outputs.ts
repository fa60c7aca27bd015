import type { Plugin } from 'vite'
import { isNode, type Node, nameOf, nodesIn, type Range, withComma, without } from './source-tree.ts'

/** The property `output` of each call of `endpoint`, also of those that a function or a group makes. */
const outputsIn = (body: readonly unknown[]): Range[] =>
  [...nodesIn(body)].flatMap(({ type, callee, arguments: given }) => {
    if (type !== 'CallExpression' || nameOf(callee) !== 'endpoint') return []
    const [described] = given as Node[]
    return ((described?.properties ?? []) as Node[]).filter(({ key }) => nameOf(key) === 'output')
  })

const isWithin = (ranges: readonly Range[], { start, end }: Range): boolean =>
  ranges.some((range) => range.start <= start && end <= range.end)

/** The names that a part of the module reads as values, without what is left out of it. */
function* readIn(part: unknown, out: readonly Range[]): Generator {
  if (Array.isArray(part)) for (const item of part) yield* readIn(item, out)
  if (!isNode(part) || part.type === 'TSTypeQuery' || isWithin(out, part)) return
  const { type, name, computed, key, property, id, ...parts } = part
  if (type === 'Identifier') yield name
  if (computed === true) yield* readIn([key, property], out)
  // What is declared is not read by it, but the default values of a pattern are.
  if (type !== 'VariableDeclarator' || nameOf(id) === undefined) yield* readIn(id, out)
  yield* readIn(Object.values(parts), out)
}

/**
 * What the module has for itself alone and reads no more. The bundler would keep `one.extend({…})`: it does not know that this call changes
 * nothing.
 */
function unreadIn(body: readonly Node[], out: readonly Range[]): Node[] {
  const read = new Set(readIn(body, out))
  return body.filter((node) => {
    const names = ((node.declarations ?? []) as Node[]).map(({ id }) => nameOf(id))
    return node.type === 'VariableDeclaration' && !isWithin(out, node) && names.every((name) => name && !read.has(name))
  })
}

/**
 * Browsers and tests read an answer by the shape that its call describes; the server only writes it, which the types check. So the shapes
 * of answers, and what they alone are made of, are left out of the API's script.
 */
export const endpointsWithoutOutputs: Plugin = {
  name: 'endpoints-without-outputs',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/, code: /\bendpoint\(/ },
    handler(source) {
      const body = this.parse(source, { lang: 'ts' }).body as unknown as Node[]
      const out: Range[] = outputsIn(body).map((range) => withComma(source, range))
      // What is left out may have been all that read something else.
      for (let unread = unreadIn(body, out); unread.length > 0; unread = unreadIn(body, out)) out.push(...unread)
      return { code: without(source, out), map: null }
    }
  }
}
