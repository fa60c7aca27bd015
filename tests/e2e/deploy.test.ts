// The whole command with wrangler itself: what it makes, and what it takes back. What each step finds, plans and takes back is tested
// beside it (tests/unit/deploy-*.test.ts).
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf } from '#scripts/base/fingerprint.ts'
import { root } from '#scripts/base/root.ts'
import { siteInputs } from '#scripts/site/site.ts'
import { expectScriptRuns } from '../support/e2e/deployed-script.ts'
import { schemaOf } from '../support/node/schema-of.ts'
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

/** The command as an operator runs it, without a terminal. */
function deploy(words: string[], environment: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const command = spawn(process.execPath, [join(root, 'scripts/deploy.ts'), 'production', ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: place,
      DEPLOY_FOLDER: join(place, 'made'),
      // As scripts/run.mjs gives it: without, each of these programs is compiled anew.
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...environment
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve) => command.on('close', (code) => resolve({ said, code })))
}

async function run(variables: Record<string, string>, illUploads = { worker: false, pages: false }) {
  writeFileSync(
    settingsFile,
    JSON.stringify({ ...stageSettings, variables: { ...stageSettings.variables, ...variables } })
  )
  cloud.account.illUploads = illUploads
  const { said, code } = await deploy([], {
    ...given,
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_API_BASE_URL: cloud.apiBase,
    DEPLOY_HEALTH_ORIGIN: cloud.siteOrigin,
    DEPLOY_SETTINGS: settingsFile,
    DEPLOY_WATCH_SECONDS: '0.3'
  })
  for (const secret of [token, ...Object.values(given)]) expect(said).not.toContain(secret)
  return { said, code }
}

const page = join(place, 'made/build/site/index.html')

/** Gives the command a site as if it had built that for these very settings: a build takes longer than all else, and has tests of its own. */
function lendBuild(): void {
  mkdirSync(join(page, '..'), { recursive: true })
  writeFileSync(page, 'lent')
  const settings = { ...stageSettings.build, VITE_SITE_ORIGIN: `https://${stageSettings.site}`, VITE_WAYS_IN: '' }
  const record = fingerprintOf(siteInputs, JSON.stringify(Object.entries(settings)))
  writeFileSync(join(place, 'made/build/inputs.sha256'), record)
}

/** Shares of the traffic, the newest last; versions by their order of upload. */
const sharesOf = () => {
  const script = cloud.account.scripts.find(({ name }) => name === 'ai-platform-api')
  const numberOf = (id: string) => script?.versions.find((version) => version.id === id)?.number
  const shown = ({ version_id: id, percentage }: { version_id: string; percentage: number }) =>
    `${numberOf(id)}: ${percentage}`
  return script?.deployments.toReversed().map(({ versions }) => versions.map(shown).join(', '))
}

test('a dry run without settings and token says what a person has to do first', async () => {
  const { said, code } = await deploy(['--dry-run'], { DEPLOY_SETTINGS: join(place, 'none.json') })
  expect(code).toBe(0)
  for (const todo of ['copy stages/example.json', 'CLOUDFLARE_API_TOKEN', 'Workers Scripts Edit'])
    expect(said).toContain(todo)
})

/** As if a run had been stopped when this database alone was there, with its tables; wrangler fills the others. */
function lendDatabase(): void {
  const database = new DatabaseSync(':memory:')
  for (const statement of schemaOf(join(root, 'migrations/history'))) database.exec(statement)
  cloud.account.databases.push({ uuid: randomUUID(), name: 'ai-platform-history-1', database })
}

/** What the first run has made. */
function expectWholeAccount(): void {
  const { databases, buckets, queues, scripts, sending, records, projects } = cloud.account
  expect(databases.map(({ name }) => name)).toEqual(['ai-platform-history-1', 'ai-platform', 'ai-platform-history-2'])
  expect(databases[1]?.database.prepare('select count(*) as n from users').get()).toEqual({ n: 0 })
  expect(databases[2]?.database.prepare('select count(*) as n from messages').get()).toEqual({ n: 0 })
  expect(buckets).toEqual(['ai-platform-media'])
  expect(queues.every(({ consumers }) => consumers.length === 1)).toBe(true)
  expect(scripts).toMatchObject([
    { name: 'ai-platform-reader', versions: [{ secrets: [] }] },
    { name: 'ai-platform-api', migrationTag: 'v1', schedules: [{ cron: '* * * * *' }] }
  ])
  expect(scripts[1]?.versions.map(({ secrets }) => secrets.toSorted())).toEqual([Object.keys(given).toSorted()])
  expect(sending).toEqual(['my-company.ru'])
  expect(records.map(({ type, name }) => `${type} ${name}`)).toEqual([
    'TXT _dmarc.my-company.ru',
    'CNAME ai.my-company.ru'
  ])
  expect(projects[0]).toMatchObject({ name: 'ai-platform', domains: ['ai.my-company.ru'] })
  expect(readFileSync(page, 'utf8')).toBe('lent')
}

test(
  'a run makes all that an account lacks; the next changes nothing, and one whose pages are ill gives everything back; the script runs',
  { timeout: 600_000 },
  async () => {
    lendBuild()
    lendDatabase()
    expect(await run({})).toEqual({ code: 0, said: expect.stringContaining('steps done: https://ai.my-company.ru') })
    expectWholeAccount()

    cloud.changes()
    expect(await run({})).toEqual({ code: 0, said: expect.stringContaining('Nothing to do') })
    expect(cloud.changes()).toEqual([])

    // As if the pages were those of an older commit: they are published again.
    const [old] = cloud.account.projects[0]?.deployments ?? []
    old!.tag = 'older'
    expect(await run({ ALARM_MAIL_TO: 'other@my-company.ru' }, { worker: false, pages: true })).toEqual({
      code: 1,
      said: expect.stringMatching(/pages are ill: \/ answers 500.*\nThe pages of .* again/)
    })
    // The new version was uploaded and given the traffic, step by step, until the pages were found ill.
    expect(sharesOf()).toEqual(['1: 100', '2: 10, 1: 90', '2: 50, 1: 50', '2: 100', '1: 100'])
    expect(cloud.account.scripts.map(({ versions }) => versions.length)).toEqual([1, 2])
    expect(cloud.account.projects[0]?.live).toBe(old?.id)

    await expectScriptRuns(join(place, 'made/script'))
  }
)
