import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { drizzleWithoutUnused } from '#scripts/base/drizzle-without-unused.ts'
import { root } from '#scripts/base/root.ts'
import { tablesWithoutRules } from '#scripts/base/tables-without-rules.ts'
import type * as Tables from '../support/node/tables.ts'

const server = ['data', 'domain', 'durable-objects', 'queues', 'worker']

async function built(input: string, plugins: Plugin[]): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    ssr: { noExternal: true },
    build: { write: false, ssr: true, rolldownOptions: { input: join(root, input) } }
  })) as Rolldown.RolldownOutput
  return output[0].code
}

const run = (code: string): Promise<typeof Tables> =>
  import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)

test('what is left of the tables makes the statements that whole ones make', async () => {
  const tables = 'tests/support/node/tables.ts'
  const code = await built(tables, [drizzleWithoutUnused, tablesWithoutRules])
  const rules = ['.notNull(', '.primaryKey(', '.references(', 'enum:', '"payments_due"', '"user_id"']
  const said = code.replaceAll(/\/\*[^]*?\*\//g, '')
  expect(rules.filter((rule) => said.includes(rule))).toEqual([])
  const left = await run(code)
  const whole = await run(await built(tables, []))
  const expected = whole.statementsOfTables()
  expect(expected.length).toBeGreaterThan(50)
  expect(left.statementsOfTables()).toEqual(expected)
})

test('no code of the server asks a table for what is left out of it', () => {
  const asked =
    /\bgetTableConfig\b|\.(?:isUnique|hasDefault|dataType|columnType|enumValues)\b|\.(?:notNull|primary|generated)\b(?!\()|\$default(?:Fn)?\(|mode: 'timestamp/
  const files = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && asked.test(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
  )
  expect(files).toEqual([])
})
