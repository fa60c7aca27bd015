import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { unusedFormats, unusedMethods, unusedOfErrors } from '#web/zod-without-unused.ts'

/** Everything that is built with the plugin. */
const built = [
  'contract',
  'data',
  'domain',
  'durable-objects',
  'formats',
  'notices',
  'providers',
  'queues',
  'web',
  'worker'
]

/** Other objects whose methods have such names. */
const others = new Set(['encoder', 'decoder', 'unzip'])

const called = new RegExp(`(\\w+|\\))\\s*\\.(${[...unusedMethods, ...unusedFormats].join('|')})\\(`, 'g')

/** Shapes of answers, which the OpenAPI document and tests read with the whole of zod. */
const documents = /^contract\/v1\/(?:answer-fields|answers|call-schemas|[a-z]+-answers)\.ts$/

const files = built.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file))
)

test('nothing that is built reads the shapes of the OpenAPI document', () => {
  const named = /from '[^']*v1\/(?:answer-fields|answers|call-schemas|[a-z]+-answers)\.ts'/
  const readers = files.filter((file) => !documents.test(file) && named.test(readFileSync(join(root, file), 'utf8')))
  expect(readers).toEqual([])
})

test('nothing that is built asks an error of zod for more than its problems', () => {
  const asked = new RegExp(`(?:\\b\\w*[eE]rror|\\bproblem|\\bcause)\\??\\.(?:${unusedOfErrors.join('|')})\\b`)
  const askers = files.filter((file) => asked.test(readFileSync(join(root, file), 'utf8')))
  expect(askers).toEqual([])
})

test('no schema asks for what a build leaves out of zod', () => {
  const calls = files
    .filter((file) => !documents.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      if (!/from 'zod/.test(source)) return []
      return [...source.matchAll(called)]
        .filter(([, receiver = '']) => receiver !== 'z' && !others.has(receiver))
        .map(([call]) => `${file}: ${call}`)
    })
  expect(calls).toEqual([])
})
