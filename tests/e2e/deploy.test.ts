// The whole command with wrangler itself, from an empty account on: what it makes, twice, and what it takes back.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePushKeys } from '#scripts/deploy/secret-list.ts'
import { root } from '#scripts/root.ts'
import { type StandInAccount, stageSettings, startAccount } from '../support/node/stand-in-account.ts'

const place = mkdtempSync(join(tmpdir(), 'deployed-'))
const settingsFile = join(place, 'production.json')
let cloud: StandInAccount

beforeAll(async () => {
  cloud = await startAccount()
})
afterAll(() => {
  cloud.close()
  rmSync(place, { recursive: true, force: true })
})

const token = 'token-that-no-line-may-show'
const asked = ['OPENAI', 'ANTHROPIC', 'XAI', 'BFL', 'STABILITY', 'MIDJOURNEY', 'ELEVENLABS', 'LUMA', 'RUNWAY', 'GOOGLE']
const pushKeys = makePushKeys()
const given: Record<string, string> = {
  ...Object.fromEntries(asked.map((name) => [`${name}_API_KEY`, `sk-4Qm9Zt2Lx7Vw${name.toLowerCase()}`])),
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'live_4Qm9Zt2Lx7Vw',
  JWT_SECRET: 'nR4tYb9Fs3HcJd6MgAe5UpZ8kV2qLw7X',
  VAPID_PUBLIC_KEY: pushKeys.publicKey,
  VAPID_PRIVATE_KEY: pushKeys.privateKey,
  OPERATOR_TOKEN: 'pZ8kV2qLw7XnR4tYb9Fs3HcJd6MgAe5U',
  BACKUP_TOKEN: 'Yb9Fs3HcJd6MgAe5UpZ8kV2qLw7XnR4t'
}

interface Run {
  said: string
  code: number | null
}

/** The command as an operator runs it, without a terminal. */
function deploy(words: string[], environment: Record<string, string>): Promise<Run> {
  const command = spawn(process.execPath, [join(root, 'scripts/deploy.ts'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: place, DEPLOY_FOLDER: join(place, 'made'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve) => command.on('close', (code) => resolve({ said, code })))
}

const run = (...words: string[]) => {
  const environment = {
    ...given,
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_API_BASE_URL: cloud.apiBase,
    DEPLOY_HEALTH_ORIGIN: cloud.siteOrigin,
    DEPLOY_SETTINGS: settingsFile,
    DEPLOY_WATCH_SECONDS: '0.3'
  }
  return deploy(['production', ...words], environment)
}

const write = (change: { variables?: Record<string, string>; build?: Record<string, string> } = {}) =>
  writeFileSync(
    settingsFile,
    JSON.stringify({
      ...stageSettings,
      variables: { ...stageSettings.variables, ...change.variables },
      build: { ...stageSettings.build, ...change.build }
    })
  )

/** The numbered lines, without what follows them. */
const stepsIn = (said: string) => [...said.matchAll(/^ ?(\d+\. [^:\n]+)/gm)].map(([, step]) => step)

const scriptCalled = (sought: string) => cloud.account.scripts.find(({ name }) => name === sought)

/** Shares of the traffic, the newest last; versions by their order of upload. */
const sharesOf = () => {
  const script = scriptCalled('ai-platform-api')
  const numberOf = (id: string) => script?.versions.find((version) => version.id === id)?.number
  return script?.deployments
    .toReversed()
    .map(({ versions }) =>
      versions.map(({ version_id: id, percentage }) => `${numberOf(id)}: ${percentage}`).join(', ')
    )
}

const steps = [
  'Settings of the stage',
  'Account and its token',
  'Plan Workers Paid',
  'Domain my-company.ru',
  'Secrets of the Worker',
  'D1 databases',
  'R2 bucket of files',
  'Queues',
  'Mail domain',
  'Migrations of the databases',
  'Reader of documents',
  'Worker',
  'Queues and clock of the Worker',
  'Pages',
  'Address ai.my-company.ru'
].map((name, index) => `${index + 1}. ${name}`)

describe('from an empty account', { timeout: 600_000 }, () => {
  test('a dry run says what a person and what the command has to do, in order, and changes nothing', async () => {
    write()
    const alone = await deploy(['production', '--dry-run'], { DEPLOY_SETTINGS: join(place, 'none.json') })
    expect(alone.code).toBe(0)
    expect(alone.said).toContain('copy stages/example.json')
    expect(alone.said).toContain('CLOUDFLARE_API_TOKEN')
    expect(alone.said).toContain('Workers Scripts Edit')
    expect(alone.said).toContain('make JWT_SECRET, and keep it for you')
    expect(stepsIn(alone.said).map((step) => step?.split(/ (?:my-company|ai\.my-company)/)[0])).toEqual([
      '0. Settings of the stage',
      ...steps.map((step) => step.split(/ (?:my-company|ai\.my-company)/)[0])
    ])
    const { said, code } = await run('--dry-run')
    expect(code).toBe(0)
    expect(stepsIn(said)).toEqual(steps)
    for (const line of [
      'set JWT_SECRET, from the environment',
      'set OPENAI_API_KEY, from the environment',
      'make the database ai-platform-history-2 in eeur',
      'make the bucket ai-platform-media in eeur',
      'make the queue dead-jobs',
      'register my-company.ru for sending, with its records of SPF, DKIM and bounces',
      'deploy ai-platform-api for everybody, with 17 new secrets: its objects have new classes',
      'let ai-platform-api consume image-jobs',
      'build the pages and publish them',
      'make the record ai.my-company.ru → ai-platform.pages.dev'
    ])
      expect(said).toContain(`      + ${line}\n`)
    expect(cloud.changes()).toEqual([])
  })

  test('the run makes all of it, and a second run changes nothing', async () => {
    const first = await run()
    expect(first).toEqual({ code: 0, said: expect.stringContaining('steps done: https://ai.my-company.ru') })
    const { account } = cloud
    expect(account.databases.map(({ name }) => name)).toEqual([
      'ai-platform',
      'ai-platform-history-1',
      'ai-platform-history-2'
    ])
    expect(account.databases[0]?.database.prepare('select count(*) as n from users').get()).toEqual({ n: 0 })
    expect(account.databases[2]?.database.prepare('select count(*) as n from messages').get()).toEqual({ n: 0 })
    expect(account.buckets).toEqual(['ai-platform-media'])
    expect(account.queues.every(({ consumers }) => consumers.length === 1)).toBe(true)
    expect(scriptCalled('ai-platform-reader')?.versions).toMatchObject([{ secrets: [] }])
    expect(scriptCalled('ai-platform-api')).toMatchObject({ migrationTag: 'v3' })
    expect(scriptCalled('ai-platform-api')?.versions.map(({ secrets }) => secrets.toSorted())).toEqual([
      Object.keys(given).toSorted()
    ])
    expect(account.sending).toEqual(['my-company.ru'])
    expect(account.records.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'TXT _dmarc.my-company.ru',
      'CNAME ai.my-company.ru'
    ])
    expect(account.projects[0]).toMatchObject({ name: 'ai-platform', domains: ['ai.my-company.ru'] })
    expect(cloud.changes().length).toBeGreaterThan(50)

    const second = await run()
    expect(second).toEqual({ code: 0, said: expect.stringContaining('Nothing to do') })
    expect(stepsIn(second.said)).toEqual(steps)
    expect(cloud.changes()).toEqual([])
    for (const { said } of [first, second])
      for (const secret of [token, ...Object.values(given)]) expect(said).not.toContain(secret)
  })

  test('a new version that is ill gives everything back, and so do ill pages with the version before them', async () => {
    write({ variables: { ALARM_MAIL_TO: 'other@my-company.ru' }, build: { VITE_OPERATOR_NAME: 'ИП Петрова' } })
    cloud.account.illUploads = { worker: true, pages: false }
    expect(await run()).toEqual({ code: 1, said: expect.stringContaining('BAD_ENVIRONMENT') })
    expect(sharesOf()).toEqual(['1: 100', '2: 10, 1: 90', '1: 100'])

    // The ill version was this code with these settings: a repair is another.
    write({ variables: { ALARM_MAIL_TO: 'third@my-company.ru' }, build: { VITE_OPERATOR_NAME: 'ИП Петрова' } })
    cloud.account.illUploads = { worker: false, pages: true }
    const [old] = cloud.account.projects[0]?.deployments ?? []
    expect(await run()).toEqual({ code: 1, said: expect.stringMatching(/pages answers 500\nThe pages of .* again/) })
    expect(sharesOf()?.slice(3)).toEqual(['3: 10, 1: 90', '3: 50, 1: 50', '3: 100', '1: 100'])
    expect(cloud.account.projects[0]?.live).toBe(old?.id)

    cloud.account.illUploads = { worker: false, pages: false }
    expect(await run()).toEqual({ code: 0, said: expect.stringContaining('2 steps done') })
    // The version is there from the run before, and is not uploaded again.
    expect(sharesOf()?.slice(7)).toEqual(['3: 10, 1: 90', '3: 50, 1: 50', '3: 100'])
    expect(scriptCalled('ai-platform-api')?.versions).toHaveLength(3)
    expect(scriptCalled('ai-platform-reader')?.versions).toHaveLength(1)
    cloud.changes()
    await run()
    expect(cloud.changes()).toEqual([])
  })
})
