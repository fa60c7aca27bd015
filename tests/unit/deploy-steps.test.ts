// What the steps of a deployment find in an account that a person has only half prepared, and what they make of it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accountStep, planStep, settingsStep, zoneStep } from '#scripts/deploy/account.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { mailStep } from '#scripts/deploy/mail.ts'
import { migrationsStep } from '#scripts/deploy/migrations.ts'
import { bucketStep, databasesStep, queuesStep } from '#scripts/deploy/resources.ts'
import { readSettings } from '#scripts/deploy/stage.ts'
import { goThrough, Ill, missing, type Step, there, type Undo } from '#scripts/deploy/steps.ts'
import { triggersStep } from '#scripts/deploy/triggers.ts'
import type { Account } from '../../sandbox/cloudflare/state.ts'
import { deploymentWorld } from '../support/node/deployment.ts'
import { stageSettings } from '../support/node/stand-in-account.ts'

const world = deploymentWorld()

describe('what only a person can do ends the run before anything is made', () => {
  const pending = { name: 'my-company.ru', status: 'pending' }
  test.each<[string, Partial<Account>, Partial<Deployment>, (made: Deployment) => Step, string]>([
    ['a free plan', { plan: 'workers_free' }, {}, planStep, 'Workers Paid'],
    ['a domain that is not there', { zone: null }, {}, zoneStep, 'Add my-company.ru'],
    ['a domain that waits for its registrar', { zone: pending }, {}, zoneStep, 'my-company.ru is pending'],
    ['an account without a name at workers.dev', { subdomain: null }, {}, accountStep, 'Choose a name at workers.dev'],
    ['an account of another company', {}, { account: '/of-others' }, accountStep, 'does not reach the account'],
    ['a token that is not there', {}, { token: undefined }, accountStep, 'CLOUDFLARE_API_TOKEN. It needs']
  ])('%s', async (_, account, change, step, todo) => {
    Object.assign(world.cloud.account, account)
    await expect(world.run([step, databasesStep], change)).rejects.toThrow('Step 1 is yours')
    expect(world.said.join('\n')).toContain(todo)
    expect(world.cloud.changes()).toEqual([])
  })

  test('settings that no deployment may have, all at once', async () => {
    const own = { ALARM_MAIL_TO: 'me@home.example', OPENAI_API_KEY: 'sk-4Qm9Zt2Lx7Vw' }
    const settings = { ...stageSettings, variables: { ...stageSettings.variables, ...own } }
    await expect(world.run([settingsStep], { settings })).rejects.toThrow('yours')
    expect(world.said.slice(1).map((line) => line.trim())).toEqual([
      '! OPENAI_API_KEY is a secret: take it out of the file, the command asks for it.',
      '! ALARM_MAIL_TO must not be at a placeholder host'
    ])
  })
})

const resources = [databasesStep, bucketStep, queuesStep, mailStep]

test('what is there already is left alone, and only the rest is made', async () => {
  const { account, changes } = world.cloud
  account.buckets.push('ai-platform-media')
  account.sending.push('my-company.ru')
  account.queues.push({ queue_id: 'one', queue_name: 'image-jobs', consumers: [] })
  const first = await world.run(resources)
  expect(account.buckets).toEqual(['ai-platform-media'])
  expect(account.queues.filter(({ queue_name: name }) => name === 'image-jobs')).toHaveLength(1)
  expect(account.queues).toHaveLength(10)
  expect(account.records).toEqual([expect.objectContaining({ type: 'TXT', name: '_dmarc.my-company.ru' })])
  changes()
  const again = await world.run(resources)
  expect(changes()).toEqual([])
  expect(again.config).toEqual(first.config)
})

test('staging beside production has everything for itself', async () => {
  await world.run(resources)
  await world.run(resources, { stage: 'staging' })
  const { databases, buckets, queues } = world.cloud.account
  expect(databases.map(({ name }) => name)).toContain('ai-platform-staging')
  expect(buckets).toEqual(['ai-platform-media', 'ai-platform-media-staging'])
  expect(queues.map(({ queue_name: name }) => name)).toContain('dead-jobs-staging')
  expect(queues).toHaveLength(20)
})

test('a migration that fails ends the run, and only it is left for the next', async () => {
  const place = join(world.folder, 'migrations')
  const write = (name: string, sql: string) => writeFileSync(join(place, name), sql)
  mkdirSync(place)
  write('0001_people.sql', 'create table people (name text);')
  write('0002_ages.sql', 'alter table persons add age int;')
  const migrating = (made: Deployment): Step => {
    made.config.d1_databases = made.config.d1_databases
      .filter(({ binding }) => binding === 'HISTORY_1')
      .map((database) => ({ ...database, migrations_dir: place }))
    return migrationsStep(made)
  }
  await expect(world.run([databasesStep, migrating])).rejects.toThrow(/^wrangler d1: [^]*no such table: persons/)
  // With the stage's own file, or wrangler takes the local database of this name.
  expect(world.said.join('\n')).toMatch(
    /ai-platform-history-1 before: npx wrangler d1 time-travel restore HISTORY_1 --config=\S+wrangler\.json --bookmark=\S/
  )
  // That the next run applies what is left is shown by the first one of an account (tests/e2e/deploy.test.ts), where all are left.
  await world.run([databasesStep, migrating], { dry: true })
  expect(world.said).toContain('      + apply 1 to ai-platform-history-1, up to 0002_ages.sql')
  const database = world.cloud.account.databases.find(({ name }) => name === 'ai-platform-history-1')?.database
  expect(database?.prepare('select name from people').all()).toEqual([])
})

test('a queue whose consumer waits longer than it should is set anew', async () => {
  const made = world.deployment()
  const { account } = world.cloud
  const script = { versions: [], deployments: [], migrationTag: null, schedules: [{ cron: '* * * * *' }] }
  account.scripts.push({ name: 'ai-platform-api', ...script })
  account.queues = made.config.queues.consumers.map(({ queue, ...wanted }) => {
    const { dead_letter_queue, max_batch_size: batch_size, max_retries, max_concurrency, max_batch_timeout } = wanted
    const settings = { batch_size, max_retries, max_concurrency, max_wait_time_ms: (max_batch_timeout ?? 5) * 1000 }
    return {
      queue_id: queue,
      queue_name: queue,
      consumers: [{ script: made.config.name, dead_letter_queue, settings }]
    }
  })
  expect((await triggersStep(made).look()).is).toBe('there')
  Object.assign((account.queues[0]!.consumers[0] as { settings: object }).settings, { max_wait_time_ms: 9000 })
  expect(await triggersStep(made).look()).toMatchObject({ plan: ['let ai-platform-api consume image-jobs'] })
})

const back = (name: string) => () => Promise.resolve(`${name} is back.`)

describe('the way through the steps', () => {
  const ok: Step = { name: 'one', look: () => Promise.resolve(there('here')) }
  const go = (error: Error, undoing: Undo[], signal = new AbortController().signal) => {
    const failing = { name: 'two', look: () => Promise.resolve(missing(['break'], () => Promise.reject(error))) }
    return goThrough([ok, failing], world.deployment({ undoing, signal }))
  }

  test('what is ill is taken back, the newest first', async () => {
    await expect(go(new Ill('it is ill'), [back('The Worker'), back('The site')])).rejects.toThrow(
      'it is ill\nThe site is back.\nThe Worker is back.'
    )
  })

  test('so is what was done before any other failure, and what does not go back is said', async () => {
    const undoing = [back('The Worker'), () => Promise.reject(new Error('no answer'))]
    await expect(go(new Error('the build broke'), undoing)).rejects.toThrow(
      'the build broke\nNot taken back: Error: no answer\nThe Worker is back.'
    )
  })

  test('nothing is taken back when the operator stops the run: the next one goes on there', async () => {
    await expect(go(new Error('stopped'), [back('The Worker')], AbortSignal.abort())).rejects.toThrow(/^stopped$/)
  })
})

test.each([
  [{ ...stageSettings, zone: 'https://my-company.ru' }, 'must be a domain'],
  [{ ...stageSettings, site: 'ai.other.ru' }, 'site must be the zone, or a name below it'],
  [{ ...stageSettings, acount: 'x' }, 'acount'],
  [
    { ...stageSettings, build: { VITE_SUPPORT_EMAIL: 'help@my-company.example' } },
    'VITE_SUPPORT_EMAIL must not be at a placeholder host'
  ]
])('settings %# of a stage are refused with the reason', (content, problem) => {
  const file = join(world.folder, 'stage.json')
  writeFileSync(file, JSON.stringify(content))
  expect(() => readSettings(file)).toThrow(problem)
})
