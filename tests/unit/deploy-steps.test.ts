// What the steps of a deployment find in an account that a person has only half prepared, and what they make of it.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountStep, planStep, settingsStep, zoneStep } from '#scripts/deploy/account.ts'
import { stageConfig } from '#scripts/deploy/config.ts'
import { cloudflare } from '#scripts/deploy/cloudflare.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { mailStep } from '#scripts/deploy/mail.ts'
import { domainStep } from '#scripts/deploy/pages.ts'
import { bucketStep, databasesStep, queuesStep } from '#scripts/deploy/resources.ts'
import { secretsStep } from '#scripts/deploy/secrets.ts'
import { readSettings } from '#scripts/deploy/stage.ts'
import { goThrough, Ill, missing, type Step, there } from '#scripts/deploy/steps.ts'
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

const deployment = (change: Partial<Deployment> = {}): Deployment => ({
  stage: 'production',
  settings: stageSettings,
  api: cloudflare('a-token', cloud.apiBase, new AbortController().signal),
  token: 'a-token',
  apiBase: cloud.apiBase,
  dry: false,
  folder,
  print: (line) => void said.push(line),
  ask: null,
  environment: {},
  renewed: new Set(),
  watchMs: 0,
  signal: new AbortController().signal,
  undoing: [],
  databases: new Map(),
  newSecrets: new Set(),
  secrets: new Map(),
  ...change
})

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

const answered = () => Promise.resolve('sk-4Qm9Zt2Lx7Vw')

test('an address that leads to a proxy is left to it', async () => {
  cloud.account.records.push({ type: 'A', name: 'ai.my-company.ru', content: '198.51.100.20' })
  const made = deployment()
  await goThrough([domainStep(made)], made)
  expect(said.join()).toContain('leads to a proxy of yours, 198.51.100.20')
  expect(cloud.changes()).toEqual([])
})

describe('secrets', () => {
  test('are asked of a person one by one, made, or kept in files that only this user reads', async () => {
    const askedFor: string[] = []
    const ask = (name: string) => {
      askedFor.push(name)
      return Promise.resolve(`answer-for-${name}-4Qm9Zt2Lx7Vw`)
    }
    const made = deployment({ ask, environment: { OPENAI_API_KEY: 'sk-4Qm9Zt2Lx7Vw' } })
    await goThrough([secretsStep(made)], made)
    expect(askedFor).toContain('YOOKASSA_SECRET_KEY')
    expect(askedFor).not.toContain('OPENAI_API_KEY')
    expect(made.secrets.get('OPENAI_API_KEY')).toBe('sk-4Qm9Zt2Lx7Vw')
    const file = join(folder, 'operator-token')
    expect(made.secrets.get('OPERATOR_TOKEN')).toBe(readFileSync(file, 'utf8'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(made.secrets.get('VAPID_PUBLIC_KEY') ?? '', 'base64url')).toHaveLength(65)
    expect(Buffer.from(made.secrets.get('VAPID_PRIVATE_KEY') ?? '', 'base64url')).toHaveLength(32)
    for (const value of made.secrets.values()) expect(said.join()).not.toContain(value)
    expect(said.join()).toContain(file)
  })

  test('that nobody can be asked for are named', async () => {
    const made = deployment()
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow('OPENAI_API_KEY is missing: set it in the')
  })

  test.each([
    ['production', 'test_4Qm9Zt2Lx7Vw', 'must not belong to a test shop'],
    ['staging', 'live_4Qm9Zt2Lx7Vw', 'must belong to a test shop'],
    ['production', 'sandbox', 'must be a secret of this deployment']
  ] as const)('of %s are judged before they are set: %s', async (stage, key, problem) => {
    const environment = { YOOKASSA_SECRET_KEY: key }
    const made = deployment({ stage, environment, ask: answered })
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow(problem)
  })

  test('a token that a machine without a terminal would lose is not made there', async () => {
    const { required } = stageConfig('production', stageSettings).secrets
    const keys = required.filter((name) => /_(KEY|ID)$/.test(name) && !name.startsWith('VAPID_'))
    const made = deployment({ environment: Object.fromEntries(keys.map((name) => [name, 'sk-4Qm9Zt2Lx7Vw'])) })
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow('OPERATOR_TOKEN is missing')
  })
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
      'it is ill\nThe pages is back.; The Worker is back.'
    )
    expect(undone).toEqual(['The pages', 'The Worker'])
  })

  test('another failure takes nothing back: the next run goes on there', async () => {
    const undoing = [() => Promise.reject(new Error('must not be called'))]
    await expect(go([failing(new Error('no answer'))], { undoing })).rejects.toThrow('no answer')
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
