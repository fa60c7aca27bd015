import type { Plugin } from 'vite'
import { type Node, nameOf, nodesIn, withComma, without } from './source-tree.ts'

/** What only the form of a service shows. */
export const shownByForms = [
  'summary',
  'placeholder',
  'advanced',
  'situation',
  'said',
  'shownResults',
  'missingText',
  'simulation',
  'modelTitle'
]

const propertiesOf = ({ type, properties }: Node): Node[] => (type === 'ObjectExpression' ? (properties as Node[]) : [])

/**
 * The catalogue describes each service for its page, its price and the check of its call. The server needs the last two, and the names
 * that answers repeat, so words of forms alone are left out of the API's script. `tests/unit/catalogue-without-forms.test.ts` finds code that asks for them.
 */
export const catalogueWithoutForms: Plugin = {
  name: 'catalogue-without-forms',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/catalogue\/.*\.ts$/, code: new RegExp(`\\b(?:${shownByForms.join('|')}):`) },
    handler(source) {
      const shown = [...nodesIn(this.parse(source, { lang: 'ts' }).body)]
        .flatMap(propertiesOf)
        .filter(({ key }) => shownByForms.includes(String(nameOf(key))))
      const code = without(
        source,
        shown.map((range) => withComma(source, range))
      )
      return { code, map: null }
    }
  }
}
