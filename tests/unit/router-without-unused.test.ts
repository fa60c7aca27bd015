import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'

/** What of the router works in a build: web/router-without-unused.ts leaves out routes that load data and links that do it ahead. */
const whole = [
  'BrowserRouter',
  'Link',
  'Location',
  'NavLink',
  'Navigate',
  'NavigateFunction',
  'NavigationType',
  'Outlet',
  'Route',
  'Routes',
  'StaticRouter',
  'useLocation',
  'useNavigate',
  'useNavigationType',
  'useSearchParams'
]

const imported = /import (?:type )?\{([^}]+)\} from 'react-router(?:-dom|\/dom)?'/g

test('no page asks for what a build leaves out of the router', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const names = sources.flatMap((source) =>
    [...source.matchAll(imported)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().replace(/^type | as \w+$/g, ''))
    )
  )
  expect(names).toContain('Link')
  expect(names.filter((name) => name !== '' && !whole.includes(name))).toEqual([])
  expect(sources.filter((source) => /<(Nav)?Link\b[^>]* (?:prefetch|viewTransition)\b/.test(source))).toEqual([])
})
