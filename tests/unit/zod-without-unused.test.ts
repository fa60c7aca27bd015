import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { unusedFormats, unusedMethods, unusedOfEach } from '#web/zod-parts.ts'
import { unusedOfErrors, zodWithoutUnused } from '#web/zod-without-unused.ts'
import * as whole from '../support/node/schemas.ts'

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

const called = new RegExp(
  `(\\w+|\\))\\s*\\.(${[...unusedMethods, ...unusedFormats, ...unusedOfEach].join('|')})\\(`,
  'g'
)

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
      // A file without zod asks a schema of another file, for fields: other objects there have methods of these names, too.
      const asksZod = /from 'zod/.test(source)
      return [...source.matchAll(called)]
        .filter(({ 0: call, 1: receiver = '', index }) =>
          asksZod ? receiver !== 'z' && !others.has(receiver) : source[index + call.length] === '{'
        )
        .map(([call]) => `${file}: ${call}`)
    })
  expect(calls).toEqual([])
})

/** What schemas, and those who parse, could ask for by something else than a method. */
const asked = [
  /\bz\.(?:templateLiteral|looseRecord|codec|lazy|promise|map|set|tuple\([^)]*\)\.rest)\b/,
  /\bz\.(?:u?int32|float32|float64)\(/,
  /\bz\.url\((?!\))/,
  /\bshape\.\w+\.value\b/,
  /\b(?:abortEarly|unionFallback|skipChecks|reportInput|~standard)\b/,
  /\.(?:refine|superRefine|check|transform|preprocess)\(\s*async\b/
]

test('no schema asks in other words for what is left out, and none waits', () => {
  const askers = files.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return /from 'zod/.test(source) && asked.some((one) => one.test(source))
  })
  expect(askers.filter((file) => !file.startsWith('web/zod'))).toEqual([])
})

test('what is left of zod finds in values what the whole of it finds, and refuses to wait', async () => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [zodWithoutUnused],
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      rolldownOptions: { input: join(root, 'tests/support/node/schemas.ts'), preserveEntrySignatures: 'strict' }
    }
  })) as Rolldown.RolldownOutput
  const { code } = output[0]
  const emptied = ['~standard', '.alloc(', 'validateAsync', '"backward"', 'removeDefault', 'float32', 'proms']
  expect(emptied.filter((part) => code.includes(part))).toEqual([])
  const left = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as typeof whole
  const expected = whole.resultsOf()
  expect(expected.length).toBeGreaterThan(300)
  expect(left.resultsOf()).toEqual(expected)
  for (const parse of [...whole.waiting, ...left.waiting]) expect(parse).toThrow(/Promise/)
})
