import type { Plugin } from 'vite'
import { type Node, nameOf, nodesIn, type Range, withComma, without } from './source-tree.ts'

/** The property `output` of each call of `endpoint`, also of those that a function or a group makes. */
const outputsIn = (body: readonly unknown[]): Range[] =>
  [...nodesIn(body)].flatMap(({ type, callee, arguments: given }) => {
    if (type !== 'CallExpression' || nameOf(callee) !== 'endpoint') return []
    const [described] = given as Node[]
    return ((described?.properties ?? []) as Node[]).filter(({ key }) => nameOf(key) === 'output')
  })

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
