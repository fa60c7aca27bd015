// Two disasters of one product with people, chats and works. First it is killed while jobs run, and started again: every job settles.
// Then it is backed up and destroyed, and another one is filled from the backup: every balance, conversation and file is there.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { TokenAccount } from '#contract/wallet.ts'
import { keptToken } from '#scripts/kept-token.ts'
import { findFreePort } from '#scripts/ports.ts'
import { root } from '#scripts/base/root.ts'
import { password } from '../support/e2e/account.ts'
import { type OwnProduct, removeSetting, startOwnProduct } from '../support/e2e/own-product.ts'
import { withHistories } from '../support/node/stopped-databases.ts'

let product: OwnProduct | undefined
let dataFolder = ''
const script = 'tests/support/e2e/start-without-reader.ts'
const place = mkdtempSync(join(tmpdir(), 'restored-'))
const folder = join(place, 'backup')

afterEach(async () => {
  await product?.kill()
  rmSync(place, { recursive: true, force: true })
})

type Headers = Record<string, string>

async function api<Data>(path: string, body?: object, headers: Headers = {}): Promise<Data> {
  const response = await fetch(`${product?.siteOrigin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) })
  })
  const envelope = (await response.json()) as { success: boolean; data: Data }
  if (!envelope.success) throw new Error(`${path}: ${response.status} ${JSON.stringify(envelope)}`)
  return envelope.data
}

type Tokens = { tokens: { accessToken: string } }
const bearer = ({ tokens }: Tokens): Headers => ({ authorization: `Bearer ${tokens.accessToken}` })
const emailOf = (number: number) => `drill-${number}@example.com`

async function register(number: number): Promise<Headers> {
  const email = emailOf(number)
  await api('/auth/register', { email, password, consents: { offer: true, personalData: true } })
  const link = await vi.waitUntil(
    async () => {
      const letters = await (await fetch(`${product?.sandboxOrigin}/mail.json?to=${email}`)).json()
      return /verify-email\?token=(\S+)/.exec(letters[0]?.text ?? '')?.[1]
    },
    { timeout: 30_000 }
  )
  return bearer(await api<Tokens>(`/auth/verify-email/${link}`))
}

const signIn = async (number: number) => bearer(await api<Tokens>('/auth/login', { email: emailOf(number), password }))

const paint = (person: Headers, prompt: string, id: string) =>
  api('/ai/image/flux', { prompt }, { ...person, prefer: 'respond-async', 'idempotency-key': id })

const jobsOf = async (person: Headers) => (await api<{ jobs: Job[] }>('/jobs?limit=100', undefined, person)).jobs

/** Who works when the product is killed, and those whose things are compared after the restore. */
const painter = 0
const people = [1, 2]
const jobCount = 5
const bonus = 10
const downMs = 3 * 60_000
const jobIds = Array.from({ length: jobCount }, (_, index) => `job-${index}-key`)

/**
 * Moves what the killed steps left to three minutes ago, as if the product had been down for so long. A running step
 * holds its job by a lease of more than a minute, which the test would otherwise wait for.
 */
function stayDown() {
  const moved = withHistories(dataFolder, (history) =>
    Number(
      history.prepare('update jobs set due_at = due_at - ?, lease_until = lease_until - ?').run(downMs, downMs).changes
    )
  )
  expect(moved.reduce((sum, changes) => sum + changes, 0)).toBe(jobCount)
}

/** Ended, or `checking`: killed during the call to the provider, so that its outcome is unknown until a deadline. */
const isSettled = ({ state, chargedTokens }: Job) => state === 'checking' || chargedTokens !== null

/** Begins the jobs, and kills the product while they run. */
async function killDuringJobs(person: Headers): Promise<void> {
  await Promise.all(jobIds.map((id, index) => paint(person, `Картинка ${index}`, id)))
  await vi.waitUntil(async () => (await jobsOf(person)).some(({ state }) => state === 'completed'), {
    timeout: 120_000,
    interval: 250
  })
  await product?.kill()
  stayDown()
}

/** None of the jobs is lost or charged twice, and what is finished can be downloaded. */
async function expectSettled(person: Headers): Promise<void> {
  const jobs = await vi.waitUntil(
    async () => {
      const now = await jobsOf(person)
      return now.every(isSettled) && now
    },
    { timeout: 400_000, interval: 1000 }
  )
  expect(jobs.map(({ id }) => id).toSorted()).toEqual(jobIds)
  for (const { state, chargedTokens, files } of jobs) {
    if (state === 'checking') continue
    expect([chargedTokens, files.length]).toEqual(state === 'completed' ? [1, 1] : [0, 0])
  }
  for (const { url } of jobs.flatMap(({ files }) => files)) expect((await fetch(url)).status).toBe(200)
  const charged = jobs.filter(({ state }) => state === 'completed').length
  const waiting = jobs.filter(({ state }) => state === 'checking').length
  expect(await api<TokenAccount>('/user/tokens', undefined, person)).toMatchObject({
    tokens: bonus - charged - waiting,
    reservedTokens: waiting,
    totalUsedTokens: charged
  })
}

/** A work is complete a moment before its tokens are charged. */
const isCharged = ({ state, chargedTokens }: Job) => state === 'completed' && chargedTokens !== null

/** A chat with an answer, and a picture. */
async function useIt(person: Headers, number: number): Promise<void> {
  const { conversation } = await api<{ conversation: { id: number } }>(
    '/chat/conversations',
    { service: 'chatgpt', title: `Разговор ${number}` },
    person
  )
  await api(
    '/ai/text/chatgpt',
    { prompt: `Кратко: что такое прилив ${number}?`, conversationId: conversation.id },
    { ...person, accept: 'application/json', 'idempotency-key': `answer-${number}-key` }
  )
  await paint(person, `Берег ${number}`, `picture-${number}-key`)
  await vi.waitUntil(async () => (await jobsOf(person)).every(isCharged), { timeout: 120_000, interval: 500 })
}

const bytesAt = async (url: string) => (await fetch(new URL(url, product?.siteOrigin))).arrayBuffer()

/** Everything that a person would miss. */
async function belongingsOf(person: Headers) {
  const { items: conversations } = await api<{ items: { id: number; title: string }[] }>(
    '/chat/conversations',
    undefined,
    person
  )
  const messages = await Promise.all(
    conversations.map(({ id }) => api(`/chat/conversations/${id}/messages`, undefined, person))
  )
  const jobs = await jobsOf(person)
  const files = await Promise.all(
    jobs.flatMap((job) => job.files.map(async ({ url }) => Buffer.from(await bytesAt(url)).toString('base64')))
  )
  const tokens = await api<TokenAccount>('/user/tokens', undefined, person)
  const usage = await api('/ai/usage', undefined, person)
  // The links to files are signed for a time.
  const withoutLinks = jobs.map((job) => ({ ...job, files: job.files.length }))
  return { tokens, usage, conversations, messages, files, jobs: withoutLinks }
}

const who = ['--operator=drill', '--reason=Учебная тревога']
/** The command as an operator runs it. @returns what it printed */
function backup(...words: string[]): Promise<string> {
  const env = { ...process.env, SITE_ORIGIN: product?.siteOrigin, DATA_FOLDER: dataFolder }
  const command = spawn(process.execPath, [join(root, 'scripts/backup.ts'), ...words], { cwd: root, env })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve, reject) => {
    command.on('exit', (code) => (code === 0 ? resolve(said) : reject(new Error(said))))
  })
}

type Nights = { nights: { finished_at: number | null }[] }
/** Waits for the nightly backup of the wallets, which the clock makes. It may be read: `create` has said who reads and why. */
async function untilNight(): Promise<void> {
  const headers = { authorization: `Bearer ${keptToken(dataFolder, 'backup')}` }
  const isClosed = async () => {
    const { nights } = await api<Nights>('/operator/backup/nights', undefined, headers)
    return nights.some(({ finished_at: end }) => end !== null)
  }
  await vi.waitUntil(isClosed, { timeout: 120_000, interval: 1000 })
}

/** Always the same: tokens hold for the address of the site that gave them. */
let ports: { port: number; sandboxPort: number } | undefined

async function start(RESTORING = ''): Promise<void> {
  ports ??= { port: await findFreePort(), sandboxPort: await findFreePort() }
  product = await startOwnProduct({ ...ports, dataFolder, script, environment: { RESTORING } })
}

const status = async () => (await fetch(`${product?.siteOrigin}/api/ai/status`)).status
const isOpen = async () => (await status().catch(() => 0)) === 200

const idIn = (name: string) => (JSON.parse(readFileSync(join(name, 'manifest.json'), 'utf8')) as { id: string }).id

async function destroyAndRestore(): Promise<void> {
  await expect(backup('create', folder, '--operator=drill')).rejects.toThrow('--reason=… is missing')
  expect(await backup('create', folder, ...who)).toMatch(/users 3, owedTokens \d+, mediaFiles \d+/)
  await untilNight()
  expect(await backup('night', join(place, 'night'), ...who)).toMatch(/[1-3] wallets\./)
  await product?.kill()
  rmSync(dataFolder, { recursive: true })
  expect(existsSync(dataFolder)).toBe(false)

  dataFolder = join(place, 'second')
  await start(idIn(folder))
  expect(await status()).toBe(503)
  expect(await backup('restore', folder, ...who)).toContain('Restored and compared: users 3')
  // As the command says at its end.
  removeSetting(dataFolder, 'RESTORING')
  await vi.waitUntil(isOpen, { timeout: 120_000, interval: 500 })
}

test(
  'a product that is killed settles its jobs after a restart, and comes back from its backup with every balance, conversation and file',
  { timeout: 1_200_000 },
  async () => {
    dataFolder = join(place, 'first')
    await start()
    const [working = {}, ...others] = await Promise.all([painter, ...people].map(register))
    await killDuringJobs(working)
    await start()
    await expectSettled(working)

    const before = await Promise.all(
      others.map(async (person, number) => {
        await useIt(person, number)
        return belongingsOf(person)
      })
    )
    expect(before.map(({ files }) => files.length)).toEqual([1, 1])
    await destroyAndRestore()
    const signedIn = await Promise.all(people.map(signIn))
    expect(await Promise.all(signedIn.map(belongingsOf))).toEqual(before)
    // And life goes on: nothing new takes the id of something old.
    const [person = {}] = signedIn
    await api('/chat/conversations', { service: 'chatgpt', title: 'После беды' }, person)
    const { conversations } = await belongingsOf(person)
    expect(conversations.map(({ title }) => title).toSorted()).toEqual(['После беды', 'Разговор 0'])
  }
)
