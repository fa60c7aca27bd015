import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Check } from 'lucide-react'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { ownIcon } from '#web/src/base/ui/own-icon.ts'

const drawn = (icon: Parameters<typeof createElement>[0], given: object) =>
  renderToStaticMarkup(createElement(icon, given))

const [, line = ''] = /<path d="([^"]+)"/.exec(drawn(Check, {})) ?? []
const Own = ownIcon({ name: 'check', node: [['path', { d: line }]] })

test.each([
  {},
  { size: 18, className: 'text-danger shrink-0', 'aria-hidden': true },
  { size: 14, strokeWidth: 3, fill: 'currentColor' },
  { size: 16, 'aria-label': 'выбрана' },
  { size: 15, 'aria-label': '' }
])('an icon of a build is drawn as lucide draws it: %o', (given) => {
  expect(drawn(Own, given)).toBe(drawn(Check, given))
})

/** What the icon of a build understands: attributes of the element beside its size. */
const understood = ['size', 'className', 'fill', 'strokeWidth', 'aria-hidden', 'aria-label']

test('no page gives an icon what a build leaves out', () => {
  const files = globSync('web/{src,console/src}/**/*.tsx', { cwd: root })
  const given = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const [, list = ''] = /import \{([^}]+)\} from 'lucide-react'/.exec(source) ?? []
    const names = list.split(',').map((name) => name.replace(/^.* as /, '').trim())
    // One that is chosen while the page runs.
    const chosen = /(?:const|icon:) Icon\b/.test(source) ? ['Icon'] : []
    const icons = [...names, ...chosen].filter((name) => name !== '' && !name.startsWith('type ')).join('|')
    if (icons === '') return []
    const tags = source.matchAll(new RegExp(`<(?:${icons})(\\s(?:=>|[^<>])*?)?(/?)>`, 'g'))
    return [...tags].flatMap(([, props = '', end]) => [
      // An icon with children.
      ...(end === '' ? [`${file} children`] : []),
      ...props.replaceAll(/=(?:\{[^}]*\}|"[^"]*")/g, ' ').split(/\s+/)
    ])
  })
  expect(given).toContain('strokeWidth')
  expect([...new Set(given)].filter((name) => name !== '' && !understood.includes(name))).toEqual([])
  // Its size and colour would come from a context, or its drawing from elsewhere.
  const imported =
    /import (?:type )?\{[^}]*\b(?:Icon|LucideProvider|createLucideIcon|useLucideContext|icons)\b[^}]*\} from 'lucide-react'/
  expect(files.filter((file) => imported.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
