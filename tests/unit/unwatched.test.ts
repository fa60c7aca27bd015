// What wrangler serves is built once: scripts/unwatched.mjs.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'

/** Asks the esbuild that wrangler has to watch, as wrangler does, and once more: one that watches refuses that. */
const watching = `
  const { createRequire } = require('node:module')
  const { context } = createRequire(require.resolve('wrangler'))('esbuild')
  const told = { name: 'told', setup: ({ onEnd }) => onEnd(({ errors }) => console.log('errors:', errors.length)) }
  async function watch(contents) {
    const begun = await context({ stdin: { contents }, write: false, logLevel: 'silent', plugins: [told] })
    await begun.watch()
    await begun.watch()
    await begun.dispose()
  }
  watch('good()').then(() => watch('not good'))
`

test('where wrangler asks esbuild to watch, it builds once for each time, tells of faults, and looks at no source again', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', join(root, 'scripts/unwatched.mjs'), '--eval', watching],
    { cwd: root, timeout: 40_000 }
  )
  expect(stdout.match(/\d+/g)).toEqual(['0', '0', '1', '1'])
})
