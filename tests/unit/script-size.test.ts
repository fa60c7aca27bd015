import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { measureScript } from '#scripts/script-size.ts'
import type { ScriptFile } from '#scripts/base/worker-script.ts'

const file = (name: string, more: Partial<ScriptFile> = {}): ScriptFile => ({
  name,
  code: `export const text = '${name.repeat(20)}'`,
  imports: [],
  lateImports: [],
  source: null,
  ...more
})
const room = (name: string, imports: string[]) => file(`${name}.js`, { imports, source: `worker/rooms/${name}.ts` })

const entry = file('index.js', { imports: ['shared.js'], lateImports: ['jobs.js', 'wallet.js', 'consume.js'] })
const shared = file('shared.js', { imports: ['node:crypto'], lateImports: ['dialect.js'] })
const jobs = room('jobs', ['shared.js', 'store.js'])
const wallet = room('wallet', ['shared.js'])
const store = file('store.js', { imports: ['shared.js'] })
const dialect = file('dialect.js', { source: 'providers/chat/dialect.ts' })
const consume = file('consume.js', { imports: ['encoder.js'], source: 'worker/consume.ts' })
const encoder = file('encoder.js')
const gzipOf = (...files: ScriptFile[]) => gzipSync(files.map(({ code }) => code).join('\n'), { level: 9 }).length

test('a script is what its entry and each of its rooms load, at once or late, with what they share counted once', () => {
  const sizes = measureScript([entry, shared, jobs, wallet, store, dialect, consume, encoder])
  expect(sizes.map(({ what, gzipBytes }) => [what, gzipBytes])).toEqual([
    ['when an isolate starts', gzipOf(entry, shared)],
    ['before a first answer of jobs', gzipOf(entry, shared, jobs, store)],
    ['before a first answer of wallet', gzipOf(entry, shared, wallet)],
    ['of all calls together', gzipOf(entry, shared, dialect, jobs, store, wallet)],
    ['all modules', gzipOf(entry, shared, jobs, wallet, store, dialect, consume, encoder)]
  ])
})

test('what operators open first has no budget of its own', () => {
  const sizes = measureScript([entry, shared, room('operators', []), wallet])
  expect(sizes.filter(({ budgetBytes }) => budgetBytes === undefined).map(({ what }) => what)).toEqual([
    'before a first answer of operators'
  ])
})
