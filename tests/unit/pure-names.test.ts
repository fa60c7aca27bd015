// Calls of some names are left out of the API's script where nothing uses what they return. A bundler knows functions by name alone, in
// packages too: one of theirs that is called so for its effect would be lost without a word.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { pureFunctions } from '#scripts/base/worker-script.ts'

const folders = ['contract', 'data', 'domain', 'durable-objects', 'formats', 'notices', 'providers', 'queues', 'worker']
const sourcesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

/** A package and all that it depends on. */
function withItsOwn(name: string, found: Set<string>) {
  if (found.has(name)) return
  found.add(name)
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const one of Object.keys(dependencies)) withItsOwn(one, found)
}

/** The packages of the script. */
function packages(): string[] {
  const found = new Set<string>()
  const imports = /(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][\w.-]*)[^':]*'/g
  for (const source of folders.flatMap((folder) => sourcesIn(join(root, folder), /\.ts$/)))
    for (const [, name = ''] of source.matchAll(imports)) withItsOwn(name, found)
  return [...found]
}

/** As a statement of its own: what it returns is used by nothing. */
const calledAlone = new RegExp(`(?:^|[;{}])[ \\t]*(?:${pureFunctions.join('|')})(?:\\.\\w+)*\\([^\\n]{0,60}`, 'gm')

test('no package of the script calls a function for its effect that has one of the names', () => {
  const names = packages()
  expect(names).toEqual(expect.arrayContaining(['drizzle-orm', 'hono', 'zod']))
  const calls = names.flatMap((name) =>
    sourcesIn(join(root, 'node_modules', name), /(?<!\.min)\.[cm]?js$/).flatMap((source) =>
      [...source.matchAll(calledAlone)].map(([call]) => `${name}: ${call}`)
    )
  )
  expect([...new Set(calls)]).toEqual([])
})

test.each(['z(1)', 'x();z.object({})', 'if (a) {\n  endpoint(b)\n}'])('%s is found', (source) => {
  expect([...source.matchAll(calledAlone)]).toHaveLength(1)
})

test.each(['const a = z(1)', 'fuzz(1)', 'return endpoint(b)', 'a.z(1)'])('%s is none', (source) => {
  expect([...source.matchAll(calledAlone)]).toEqual([])
})
