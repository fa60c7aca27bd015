import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import * as whole from '#contract/catalogue/image-processing.ts'
import { catalogueWithoutForms, shownByForms } from '#scripts/base/catalogue-without-forms.ts'
import { root } from '#scripts/base/root.ts'

const server = ['contract', 'data', 'domain', 'durable-objects', 'formats', 'notices', 'providers', 'queues', 'worker']
const names = shownByForms.join('|')

/** As a property that is read, or as one that is taken out of an object. */
const asked = new RegExp(`\\.(?:${names})\\b(?!\\()|\\{[^(){}\\n]*\\b(?:${names})\\s*[,}]`)

test('no code of the server asks for what only a form shows', () => {
  const files = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && asked.test(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
      // A summary of thinking, which has nothing to do with the catalogue.
      .filter((file) => !file.startsWith('worker/api/responses/'))
  )
  expect(files).toEqual([])
})

test.each(['service.summary', 'const { name, placeholder } = text', '({ advanced }) => 1'])('%s is found', (code) => {
  expect(asked.test(code)).toBe(true)
})

/** The same value without the words of forms. */
const withoutForms = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (shownByForms.includes(key) ? undefined : part)))

test('everything else of a service stays', async () => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [catalogueWithoutForms],
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      rolldownOptions: {
        input: join(root, 'contract/catalogue/image-processing.ts'),
        preserveEntrySignatures: 'strict'
      }
    }
  })) as Rolldown.RolldownOutput
  const code = output[0].code
  const left = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as typeof whole
  expect(JSON.stringify(whole)).toContain('placeholder')
  expect(left.stability).toEqual(withoutForms(whole.stability))
})
