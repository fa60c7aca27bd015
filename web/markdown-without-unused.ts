import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const namedCharacter = fileURLToPath(new URL('src/chat/markdown/named-character.ts', import.meta.url))

/** Whole modules of which nothing is asked, or which the browsers that we build for have themselves. */
const instead: readonly (readonly [file: RegExp, code: string])[] = [
  [/@ungap[\\/]structured-clone[\\/]esm[\\/]index\.js$/, 'export default structuredClone'],
  // No answer is a file with a path.
  [/vfile[\\/]lib[\\/]minpath\.browser\.js$/, "export const minpath = { sep: '/' }"]
]

/** What is left out of a module, and what stands there. */
const cuts: readonly (readonly [file: RegExp, part: string, instead: string])[] = [
  // No element of an answer is a drawing: formulas and diagrams are not drawn by this package.
  [/property-information[\\/]index\.js$/, "merge([aria, svgBase, xlink, xmlns, xml], 'svg')", 'html'],
  // No element has a style of its own.
  [
    /hast-util-to-jsx-runtime[\\/]lib[\\/]index\.js$/,
    "import styleToObject from 'style-to-object'",
    'const styleToObject = null'
  ]
]

/**
 * The packages that draw answers bring what is not used here, 17 KB of each chat. The names of characters were 12 of them: a browser knows them by
 * itself (`named-character.ts`). `tests/unit/markdown-without-unused.test.ts` draws the same answers by the whole packages and by what is left.
 */
export const markdownWithoutUnused: Plugin = {
  name: 'markdown-without-unused',
  apply: 'build',
  // The package decodes by `innerHTML` in a browser, too, but without the policy that Trusted Types ask for. What is rendered at build has no document.
  // While developing, and in vitest, the package decodes by itself: tests/e2e/answer-markup.test.ts sees what stands in for it.
  config: (_, { isSsrBuild }) => ({
    resolve: { alias: isSsrBuild === true ? {} : { 'decode-named-character-reference': namedCharacter } }
  }),
  transform: {
    filter: { id: /[\\/](?:@ungap|vfile|property-information|hast-util-to-jsx-runtime)[\\/].*\.js$/ },
    handler(code, id) {
      const whole = instead.find(([file]) => file.test(id))
      if (whole) return { code: whole[1], map: null }
      const cut = cuts.find(([file]) => file.test(id))
      if (!cut) return null
      const [, part, other] = cut
      if (!code.includes(part)) this.error(`this package is written differently now, adapt this plugin: ${id}`)
      return { code: code.replace(part, other), map: null }
    }
  }
}
