import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { endpointsWithoutOutputs } from '#scripts/base/endpoints-without-outputs.ts'
import { root } from '#scripts/base/root.ts'

const server = ['contract', 'data', 'domain', 'durable-objects', 'notices', 'providers', 'queues', 'worker']

/** The shape of an answer as a value; types may name it, and texts such as `${param}.output`. */
const read = /(?<!typeof [\w.]+|\bz|\})\.output\b/

test('no code of the server reads the shape of an answer, which its script does not have', () => {
  const readers = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => read.test(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
  )
  expect(readers).toEqual([])
})

const inMemory = (source: string) => {
  const entry = '/contract/entry.ts'
  return {
    name: 'in-memory',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? source : null),
    entry
  }
}

test('what a default value of a pattern reads is kept', async () => {
  const { entry, ...source } = inMemory(`const usual = Number('5')
    export const { most = usual } = JSON.parse('{}')
    export const call = endpoint({ call: 'GET /x', output: {} })`)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [source, endpointsWithoutOutputs],
    build: { write: false, minify: false, ssr: true, rolldownOptions: { input: entry } }
  })
  const code = (built as Rolldown.RolldownOutput).output.map((file) => ('code' in file ? file.code : '')).join('')
  expect(code).toContain('usual = 5')
  expect(code).not.toContain('output:')
})

test('a call in the script has no shape of its answer, and nothing that this alone was made of', async () => {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [endpointsWithoutOutputs],
    build: {
      write: false,
      minify: false,
      ssr: true,
      rolldownOptions: { input: ['prices', 'operator/access/team'].map((name) => join(root, `contract/${name}.ts`)) }
    }
  })
  const code = (built as Rolldown.RolldownOutput).output.map((file) => ('code' in file ? file.code : '')).join('')
  expect(code).toMatch(/readPrices = endpoint\(\{\s*call: "GET \/prices",\s*access: "public"\s*\}\)/)
  expect(code).toContain('readRecord = ')
  expect(code).not.toContain('.extend(')
})
