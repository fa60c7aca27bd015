import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { measureScript } from '#scripts/script-size.ts'
import type { ScriptFile } from '#scripts/base/worker-script.ts'

const file = (name: string, imports: string[] = [], room: string | null = null): ScriptFile => ({
  name,
  code: `export const text = '${name.repeat(20)}'`,
  imports,
  room
})

const entry = file('index.js', ['shared.js'])
const shared = file('shared.js', ['node:crypto'])
const jobs = file('jobs-1.js', ['shared.js', 'store.js'], 'jobs')
const wallet = file('wallet-1.js', ['shared.js'], 'wallet')
const store = file('store.js', ['shared.js'])
const encoder = file('encoder.js')
const gzipOf = (...files: ScriptFile[]) => gzipSync(files.map(({ code }) => code).join('\n'), { level: 9 }).length

test('a script is what its entry and each of its rooms load, with what they share counted once', () => {
  const sizes = measureScript([entry, shared, jobs, wallet, store, encoder])
  expect(sizes.map(({ what, gzipBytes }) => [what, gzipBytes])).toEqual([
    ['when an isolate starts', gzipOf(entry, shared)],
    ['before a first answer of jobs', gzipOf(entry, shared, jobs, store)],
    ['before a first answer of wallet', gzipOf(entry, shared, wallet)],
    ['of all calls together', gzipOf(entry, shared, jobs, store, wallet)],
    ['all modules', gzipOf(entry, shared, jobs, wallet, store, encoder)]
  ])
})

test('what operators open first has no budget of its own', () => {
  const sizes = measureScript([entry, shared, file('operators-1.js', [], 'operators'), wallet])
  expect(sizes.filter(({ budgetBytes }) => budgetBytes === undefined).map(({ what }) => what)).toEqual([
    'before a first answer of operators'
  ])
})
