// The script that a deployment has uploaded, minified, in the real runtime with databases of its own. The tests of the Worker run the sources, and
// pages ask for neither the clock nor its alarm nor the letter of a limit: what these load late could be missing from the script alone.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { experimental_readRawConfig, type Unstable_RawConfig, unstable_getMiniflareWorkerOptions } from 'wrangler'
import { root } from '#scripts/base/root.ts'
import { entryName } from '#scripts/base/worker-script.ts'
import { schemaOf } from '../node/schema-of.ts'
import { newEmail } from './account.ts'
import { readLetters, waitForLetter } from './mail.ts'

const config = join(root, 'wrangler.toml')
const { rawConfig }: { rawConfig: Unstable_RawConfig } = experimental_readRawConfig({ config })
const schemas = [
  ['DB', 'directory'],
  ['HISTORY_1', 'history'],
  ['HISTORY_2', 'history']
] as const
const probe = 'probe.js'

/** A late import as the minified script says it. A module that stands in a file with others is asked for by its name there. */
const lateImport = /import\("([^"]+)"\)(?:\.then\(([\w$]+)=>\2\.([\w$]+)\))?/g

/** A Worker that makes each late import of the script, and answers which of them find nothing, or nothing but names without values. */
function probeOf(folder: string, names: readonly string[]): string {
  const lates = names.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(lateImport)].map(([said, from = '', , module]) => {
      const late = `import(${JSON.stringify(`./${join(name, '..', from)}`)})`
      return `[${JSON.stringify(`${name}: ${said}`)}, () => ${late}${module ? `.then((all) => all.${module})` : ''}]`
    })
  )
  expect(lates.length).toBeGreaterThan(30)
  return `const lates = [${lates.join(',\n')}]
  const isFound = (all) => Object.values(all).length > 0 && !Object.values(all).includes(undefined)
  export default {
    async fetch() {
      const found = await Promise.all(lates.map(([, load]) => load().then(isFound).catch(() => false)))
      return Response.json(lates.flatMap(([said], index) => (found[index] ? [] : [said])))
    }
  }`
}

/** @param operators the address of their alarms */
function start(folder: string, operators: string): Miniflare {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  writeFileSync(join(folder, probe), probeOf(folder, names))
  const scriptFrom = (entry: string) => ({
    modulesRoot: folder,
    modules: [entry, ...names.filter((name) => name !== entry)].map((name) => ({
      type: 'ESModule' as const,
      path: join(folder, name)
    }))
  })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config)
  // Nothing here reads a document.
  const { modulesRules: _rules, serviceBindings: _reader, ...options } = workerOptions
  const bindings = {
    ...Object.fromEntries(Object.entries(options.bindings ?? {})),
    ALARM_MAIL_TO: operators,
    UNISENDER_BASE_URL: `${inject('sandboxOrigin')}/unisender/ru/transactional/api/v1`
  }
  const workers: V4WorkerOptions[] = [
    { ...options, ...scriptFrom(entryName), name: 'api', bindings },
    {
      ...scriptFrom(probe),
      name: 'probe',
      compatibilityDate: rawConfig.compatibility_date ?? '',
      compatibilityFlags: rawConfig.compatibility_flags ?? []
    }
  ]
  return new Miniflare(
    convertV4MiniflareOptions({
      workers,
      // The clock asks the provider of payments, too, whom this test does not play.
      handleStructuredLogs: () => undefined,
      cf: false
    })
  )
}

/** Makes a call anew whose connection was closed: the runtime closes those that are idle for seconds, as on a machine that is busy. */
const sure = <Result>(call: () => Promise<Result>): Promise<Result> =>
  call().catch((error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') return call()
    throw error
  })

/** The calls of a user's object that are made here. */
interface UserObject {
  setBudget(period: 'day', tokens: number): Promise<unknown>
  credit(command: object): Promise<unknown>
  reserve(command: object): Promise<unknown>
  settle(command: object): Promise<unknown>
}

/** Spends four fifths of a day's limit. */
async function spend(user: UserObject): Promise<void> {
  const bonus = { id: 'start', amountTokens: 5, service: 'bonus', action: { kind: 'signup-bonus' } }
  await sure(() => user.credit(bonus))
  await sure(() => user.setBudget('day', 5))
  const operation = { service: 'chatgpt', model: 'gpt-4o', action: { kind: 'answer' } }
  const held = { id: 'answer', fingerprint: '', priceTokens: 5, owner: 'answer', operation }
  await sure(() => user.reserve({ ...held, lifetimeMs: 60_000, runningMax: 1 }))
  const end = { outcome: 'complete', upstreamModel: 'gpt-6-luna', attempts: 1 }
  await sure(() => user.settle({ id: 'answer', chargedTokens: 4, ...end }))
}

/** Loads all late modules of the script, finds its clock stopped, lets it run, and spends a limit, of which the clock sends a letter. */
export async function expectScriptRuns(folder: string): Promise<void> {
  const [operators, email, userId] = [newEmail(), newEmail(), `h1-${randomUUID()}`]
  const schemasNow = schemas.map(([binding, tables]) => [binding, schemaOf(join(root, 'migrations', tables))] as const)
  const miniflare = start(folder, operators)
  onTestFinished(() => miniflare.dispose())
  const probing = await miniflare.getWorker('probe')
  expect(await (await sure(() => probing.fetch('http://probe'))).json()).toEqual([])

  for (const [binding, statements] of schemasNow) {
    const database = await miniflare.getD1Database(binding, 'api')
    await sure(async () => {
      // A call whose answer was lost may have been made.
      const { results } = await database.prepare("select name from sqlite_master where name = 'd1_migrations'").all()
      if (results.length === 0) await database.batch(statements.map((statement) => database.prepare(statement)))
    })
  }
  const directory = await miniflare.getD1Database('DB', 'api')
  const rows = [
    directory.prepare("insert or ignore into duties (duty, since) values ('clock', 0)"),
    directory
      .prepare(
        'insert or ignore into users (id, email, canonical_email, password_hash, created_at) values (?1, ?2, ?2, ?3, 0)'
      )
      .bind(userId, email, 'none')
  ]
  await sure(() => directory.batch(rows))
  const api = await miniflare.getWorker('api')
  expect((await sure(() => api.fetch('http://localhost:8788/api/health'))).status).toBe(200)
  expect(await waitForLetter(operators)).toMatchObject({ subject: 'Тревога: Часы стоят' })

  const users = await miniflare.getDurableObjectNamespace('USER', 'api')
  await spend(users.get(users.idFromName(userId)) as unknown as UserObject)
  await vi.waitFor(
    async () => expect((await directory.prepare('select user_id from outgoing_mails').all()).results).toHaveLength(1),
    { timeout: 30_000 }
  )
  for (const cron of rawConfig.triggers?.crons ?? [])
    expect(await sure(() => api.scheduled({ cron }))).toMatchObject({ outcome: 'ok' })
  expect(await waitForLetter(email)).toMatchObject({ text: expect.stringContaining('потрачено 4 токена') })
  expect(await readLetters(operators)).toHaveLength(1)
}
