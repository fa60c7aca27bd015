import type { Plugin } from 'vite'

/** Of the properties of a call's description, from where and to where the shape of its answer stands. */
interface Range {
  start: number
  end: number
}

/** The part of a syntax tree that is looked at. */
interface Node extends Range {
  type: string
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const named = (node: unknown, name: string): boolean => isNode(node) && node.type === 'Identifier' && node.name === name

/** The property `output` of each `endpoint({ … })` that a module exports. */
function outputsIn(body: readonly unknown[]): Range[] {
  const calls = body.flatMap((statement) => {
    const declared = isNode(statement) ? statement.declaration : null
    return isNode(declared) && Array.isArray(declared.declarations)
      ? declared.declarations.map((one: Node) => one.init)
      : []
  })
  return calls.flatMap((call) => {
    if (!isNode(call) || call.type !== 'CallExpression' || !named(call.callee, 'endpoint')) return []
    const [described] = call.arguments as Node[]
    return ((described?.properties ?? []) as Node[]).filter(({ key }) => named(key, 'output'))
  })
}

/** As long, so that everything else keeps its place for the source map. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/**
 * Browsers and tests read an answer by the shape that its call describes; the server only writes it, which the types check. So the shapes
 * of answers, and what they alone are made of, are left out of the API's script.
 */
export const endpointsWithoutOutputs: Plugin = {
  name: 'endpoints-without-outputs',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/, code: /= endpoint\(/ },
    handler(source) {
      let code = source
      for (const { start, end } of outputsIn(this.parse(source, { lang: 'ts' }).body)) {
        const after = /^,?/.exec(source.slice(end))?.[0].length ?? 0
        code = code.slice(0, start) + blank(source.slice(start, end + after)) + code.slice(end + after)
      }
      return { code, map: null }
    }
  }
}
