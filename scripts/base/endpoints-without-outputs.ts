import type { Plugin } from 'vite'
import { isNode, type Node, nameOf, type Range, withComma, without } from './source-tree.ts'

/** The property `output` of each `endpoint({ … })` that a module exports. */
function outputsIn(body: readonly unknown[]): Range[] {
  const calls = body.flatMap((statement) => {
    const declared = isNode(statement) ? statement.declaration : null
    return isNode(declared) && Array.isArray(declared.declarations)
      ? declared.declarations.map((one: Node) => one.init)
      : []
  })
  return calls.flatMap((call) => {
    if (!isNode(call) || call.type !== 'CallExpression' || nameOf(call.callee) !== 'endpoint') return []
    const [described] = call.arguments as Node[]
    return ((described?.properties ?? []) as Node[]).filter(({ key }) => nameOf(key) === 'output')
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
    filter: { id: /\/contract\/.*\.ts$/, code: /= endpoint\(/ },
    handler(source) {
      const outputs = outputsIn(this.parse(source, { lang: 'ts' }).body)
      return {
        code: without(
          source,
          outputs.map((range) => withComma(source, range))
        ),
        map: null
      }
    }
  }
}
