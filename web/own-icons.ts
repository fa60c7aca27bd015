import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const drawing = fileURLToPath(new URL('src/base/ui/own-icon.ts', import.meta.url))

/** What we do not use of an icon's data: other names, a size that is the same for all, and random React keys, of which no two compress. */
const unused = [/,\s*key: "\w+"/g, /\n {2}size: 24,/, /,\n {2}aliases: \[[^\]]*\]/]

/**
 * lucide can take the look of icons from a context, give them other sizes of the grid, and draw them for other libraries than React. That
 * was a hundredth of what `/` loads, and the keys and names a fortieth of what a page of icons does. The pages only give a size, a class and attributes of
 * the element: `tests/unit/own-icon.test.ts` fails when they give more. The lines of an icon never change, so React tells them apart by their
 * order as well.
 */
export const ownIcons: Plugin = {
  name: 'own-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/](?:icons[\\/]|createLucideIcon\.mjs)/ },
    handler(code, id) {
      if (id.includes('createLucideIcon'))
        return { code: `export { ownIcon as default } from ${JSON.stringify(drawing)}`, map: null }
      // Another name of an icon.
      if (!code.includes('__iconData = {')) return null
      const without = unused.reduce((left, part) => left.replace(part, ''), code)
      if (/\b(?:key|size|aliases): /.test(without) || !/\n {2}name: "[\w-]+",\n {2}node: \[/.test(without))
        this.error(`lucide names its lines differently now: adapt this plugin to ${id}`)
      return { code: without, map: null }
    }
  }
}
