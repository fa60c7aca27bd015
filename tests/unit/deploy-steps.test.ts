// What the steps of a deployment find in an account that a person has only half prepared, and what they make of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountStep, planStep, settingsStep, zoneStep } from '#scripts/deploy/account.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { mailStep } from '#scripts/deploy/mail.ts'
import { bucketStep, databasesStep, queuesStep } from '#scripts/deploy/resources.ts'
import { readSettings } from '#scripts/deploy/stage.ts'
import { stageConfig } from '#scripts/deploy/config.ts'
import { triggersStep } from '#scripts/deploy/triggers.ts'
import { goThrough, Ill, missing, type Step, there } from '#scripts/deploy/steps.ts'
import { deploymentTo } from '../support/node/deployment.ts'
import { type StandInAccount, stageSettings, startAccount } from '../support/node/stand-in-account.ts'

let cloud: StandInAccount
let folder = ''
let said: string[]

beforeEach(async () => {
  cloud = await startAccount()
  folder = mkdtempSync(join(tmpdir(), 'steps-'))
  said = []
})
afterEach(() => {
  cloud.close()
  rmSync(folder, { recursive: true })
})

const deployment = (change: Partial<Deployment> = {}): Deployment =>
  deploymentTo(cloud, { folder, print: (line) => void said.push(line), ...change })

const go = (steps: Step[], change: Partial<Deployment> = {}) => goThrough(steps, deployment(change))

describe('what only a person can do ends the run before anything is made', () => {
  test.each<[string, (account: StandInAccount['account']) => unknown, (made: Deployment) => Step, RegExp]>([
    ['a free plan', (account) => (account.plan = 'workers_free'), planStep, /Workers Paid/],
    ['a domain that is not there', (account) => (account.zone = null), zoneStep, /Add my-company.ru/],
    [
      'a domain that waits for its registrar',
      (account) => (account.zone = { name: 'my-company.ru', status: 'pending' }),
      zoneStep,
      /my-company.ru is pending/
    ]
  ])('%s', async (_, arrange, step, todo) => {
    arrange(cloud.account)
    await expect(go([step(deployment()), databasesStep(deployment())])).rejects.toThrow('Step 1 is yours')
    expect(said.join('\n')).toMatch(todo)
    expect(cloud.changes()).toEqual([])
  })

  test('settings that no deployment may have, all at once', async () => {
    const variables = {
      ...stageSettings.variables,
      ALARM_MAIL_TO: 'me@home.example',
      OPENAI_API_KEY: 'sk-4Qm9Zt2Lx7Vw'
    }
    const made = deployment({ settings: { ...stageSettings, variables } })
    await expect(goThrough([settingsStep(made)], made)).rejects.toThrow('yours')
    expect(said.slice(1).map((line) => line.trim())).toEqual([
      '! OPENAI_API_KEY is a secret: take it out of the file, the command asks for it.',
      '! ALARM_MAIL_TO must not be at a placeholder host'
    ])
    expect(said.join()).not.toContain('sk-4Qm9Zt2Lx7Vw')
  })

  test('a token that is not there, in a dry run', async () => {
    const made = deployment({ token: undefined, dry: true })
    await goThrough([accountStep(made)], made)
    expect(said.join('\n')).toContain('CLOUDFLARE_API_TOKEN')
  })
})

test('what is there already is left alone, and only the rest is made', async () => {
  const { account } = cloud
  account.buckets.push('ai-platform-media')
  account.lifecycles['ai-platform-media'] = [{ id: 'of somebody' }]
  account.sending.push('my-company.ru')
  account.queues.push({ id: 'one', name: 'image-jobs', consumers: [] })
  const first = deployment()
  await goThrough([databasesStep(first), bucketStep(first), queuesStep(first), mailStep(first)], first)
  expect(account.buckets).toEqual(['ai-platform-media'])
  expect(account.lifecycles['ai-platform-media']).toMatchObject([{ id: 'of somebody' }, { id: 'unfinished' }])
  expect(account.queues.filter(({ name }) => name === 'image-jobs')).toHaveLength(1)
  expect(account.queues).toHaveLength(10)
  expect(account.records).toEqual([expect.objectContaining({ type: 'TXT', name: '_dmarc.my-company.ru' })])
  cloud.changes()
  const again = deployment()
  await goThrough([databasesStep(again), bucketStep(again), queuesStep(again), mailStep(again)], again)
  expect(cloud.changes()).toEqual([])
  expect(again.databases).toEqual(first.databases)
})

test('staging beside production has everything for itself', async () => {
  for (const stage of ['production', 'staging'] as const) {
    const made = deployment({ stage })
    await goThrough([databasesStep(made), bucketStep(made), queuesStep(made)], made)
  }
  const { account } = cloud
  expect(account.databases.map(({ name }) => name)).toContain('ai-platform-staging')
  expect(account.buckets).toEqual(['ai-platform-media', 'ai-platform-media-staging'])
  expect(account.queues.map(({ name }) => name)).toContain('dead-jobs-staging')
  expect(new Set(account.queues.map(({ name }) => name)).size).toBe(20)
})

test('an account without a name at workers.dev is told to choose one, for the first upload needs it', async () => {
  cloud.account.subdomain = null
  const made = deployment()
  await expect(goThrough([accountStep(made)], made)).rejects.toThrow('Step 1 is yours')
  expect(said.join()).toContain('workers.dev')
})

test('a queue whose consumer waits longer than it should is set anew', async () => {
  const { queues } = stageConfig('production', stageSettings)
  for (const wanted of queues.consumers)
    cloud.account.queues.push({ id: wanted.queue, name: wanted.queue, consumers: [consumerOf(wanted)] })
  cloud.account.scripts.push({
    name: 'ai-platform-api',
    versions: [],
    deployments: [],
    migrationTag: null,
    schedules: [{ cron: '* * * * *' }]
  })
  expect((await triggersStep(deployment()).look()).is).toBe('there')
  const [first] = cloud.account.queues
  first!.consumers = [
    { ...consumerOf(queues.consumers[0]!), settings: { ...settingsOf(queues.consumers[0]!), max_wait_time_ms: 9000 } }
  ]
  expect(await triggersStep(deployment()).look()).toMatchObject({
    is: 'missing',
    plan: [`let ai-platform-api consume ${first?.name}`]
  })
})

type Consumer = ReturnType<typeof stageConfig>['queues']['consumers'][number]

const settingsOf = (wanted: Consumer) => ({
  batch_size: wanted.max_batch_size,
  max_retries: wanted.max_retries,
  max_concurrency: wanted.max_concurrency,
  max_wait_time_ms: (wanted.max_batch_timeout ?? 5) * 1000
})

const consumerOf = (wanted: Consumer) => ({
  consumer_id: wanted.queue,
  script: 'ai-platform-api',
  dead_letter_queue: wanted.dead_letter_queue,
  settings: settingsOf(wanted)
})

const ok: Step = { name: 'one', look: () => Promise.resolve(there('here')) }
const failing = (error: Error): Step => ({
  name: 'two',
  look: () => Promise.resolve(missing(['break'], () => Promise.reject(error)))
})

describe('the way through the steps', () => {
  test('what is ill is taken back, the newest first', async () => {
    const undone: string[] = []
    const undo = (name: string) => () => {
      undone.push(name)
      return Promise.resolve(`${name} is back.`)
    }
    const undoing = [undo('The Worker'), undo('The pages')]
    await expect(go([ok, failing(new Ill('it is ill'))], { undoing })).rejects.toThrow(
      'it is ill\nThe pages is back.\nThe Worker is back.'
    )
    expect(undone).toEqual(['The pages', 'The Worker'])
  })

  test('so is what was done before any other failure, and what does not go back is said', async () => {
    const undoing = [() => Promise.resolve('The Worker is back.'), () => Promise.reject(new Error('no answer'))]
    await expect(go([failing(new Error('the build broke'))], { undoing })).rejects.toThrow(
      'the build broke\nNot taken back: Error: no answer\nThe Worker is back.'
    )
  })

  test('nothing is taken back from somebody who stops the run: the next one goes on there', async () => {
    const undoing = [() => Promise.reject(new Error('must not be called'))]
    const signal = AbortSignal.abort()
    await expect(go([failing(new Error('stopped'))], { undoing, signal })).rejects.toThrow(/^stopped$/)
  })
})

test.each([
  [{ ...stageSettings, zone: 'https://my-company.ru' }, 'must be a domain'],
  [{ ...stageSettings, site: 'ai.other.ru' }, 'site must be the zone, or a name below it'],
  [{ ...stageSettings, acount: 'x' }, 'acount']
])('settings %# of a stage are refused with the reason', (content, problem) => {
  const file = join(folder, 'stage.json')
  writeFileSync(file, JSON.stringify(content))
  expect(() => readSettings(file)).toThrow(problem)
})
