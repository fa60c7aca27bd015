// The whole command with wrangler itself, from an empty account on: what it makes, and what it takes back. What each step finds, plans
// and takes back is tested beside it (tests/unit/deploy-*.test.ts).
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf } from '#scripts/fingerprint.ts'
import { root } from '#scripts/root.ts'
import { buildFolder, siteInputs } from '#scripts/site.ts'
import { type StandInAccount, stageSecrets, stageSettings, startAccount } from '../support/node/stand-in-account.ts'

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
const given = stageSecrets()

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

const write = (variables: Record<string, string> = {}) =>
  writeFileSync(
    settingsFile,
    JSON.stringify({ ...stageSettings, variables: { ...stageSettings.variables, ...variables } })
  )

const lent = join(place, 'made/build')

/**
 * Gives the command what was built for the tests, as if it had built that for the stage: a build takes longer than all else, and every
 * start of the product makes one. Only with the very settings of the stage the command takes it as its own.
 */
function lendBuild(): void {
  cpSync(buildFolder, lent, { recursive: true })
  const settings = { ...stageSettings.build, VITE_SITE_ORIGIN: `https://${stageSettings.site}` }
  writeFileSync(join(lent, 'inputs.sha256'), fingerprintOf(siteInputs, JSON.stringify(Object.entries(settings))))
}

/** A build that the command had made itself would name the origin of the stage. */
const expectNotBuilt = () => {
  const pages = [buildFolder, lent].map((folder) => readFileSync(join(folder, 'site/index.html'), 'utf8'))
  expect(pages[1]).toBe(pages[0])
}

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

/** What the steps of a run did. */
const doneIn = (said: string) => [...said.matchAll(/^ {6}\+ (.+)$/gm)].map(([, done]) => done)

const numberOfSteps = 15

test('a dry run without settings and token says what a person and what the command has to do, in order', async () => {
  const { said, code } = await deploy(['production', '--dry-run'], { DEPLOY_SETTINGS: join(place, 'none.json') })
  expect(code).toBe(0)
  expect(said).toContain('copy stages/example.json')
  expect(said).toContain('CLOUDFLARE_API_TOKEN')
  expect(said).toContain('Workers Scripts Edit')
  expect(said).toContain('make JWT_SECRET, and keep it for you')
  expect(stepsIn(said)).toHaveLength(1 + numberOfSteps)
})

/** What the first run has made. */
function expectWholeAccount(): void {
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
}

test(
  'from an empty account a run makes all of it; one whose pages are ill gives everything back; the next goes on, and the last changes nothing',
  { timeout: 600_000 },
  async () => {
    write()
    lendBuild()
    const first = await run()
    expect(first).toEqual({ code: 0, said: expect.stringContaining('steps done: https://ai.my-company.ru') })
    expect(stepsIn(first.said)).toHaveLength(numberOfSteps)
    expectWholeAccount()
    expectNotBuilt()
    expect(cloud.changes().length).toBeGreaterThan(50)

    write({ ALARM_MAIL_TO: 'other@my-company.ru' })
    // As if the pages were those of an older commit: they are published again.
    const [old] = cloud.account.projects[0]?.deployments ?? []
    old!.tag = 'older'
    cloud.account.illUploads = { worker: false, pages: true }
    const second = await run()
    expect(second).toEqual({ code: 1, said: expect.stringMatching(/pages answers 500\nThe pages of .* again/) })
    expect(doneIn(second.said)).toEqual([
      'upload a version of ai-platform-api, with 0 new secrets',
      'give it 10, 50, 100 % of the traffic, and watch its health at each',
      'build the pages and publish them',
      'look whether they and the API answer'
    ])
    expect(sharesOf()).toEqual(['1: 100', '2: 10, 1: 90', '2: 50, 1: 50', '2: 100', '1: 100'])
    expect(cloud.account.projects[0]?.live).toBe(old?.id)

    cloud.account.illUploads = { worker: false, pages: false }
    const third = await run()
    expect(third).toEqual({ code: 0, said: expect.stringContaining('2 steps done') })
    // The version is there from the run before, and is not uploaded again.
    expect(sharesOf()?.slice(5)).toEqual(['2: 10, 1: 90', '2: 50, 1: 50', '2: 100'])
    expect(scriptCalled('ai-platform-api')?.versions).toHaveLength(2)
    expect(scriptCalled('ai-platform-reader')?.versions).toHaveLength(1)

    cloud.changes()
    const last = await run()
    expect(last).toEqual({ code: 0, said: expect.stringContaining('Nothing to do') })
    expect(cloud.changes()).toEqual([])
    for (const { said } of [first, second, third, last])
      for (const secret of [token, ...Object.values(given)]) expect(said).not.toContain(secret)
  }
)
