// The drill: a product with people, chats and works is backed up and destroyed, another one is filled from the backup, and
// every balance, conversation and file is there. Then it loses its wallets alone, and has them back from the night.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { TokenAccount } from '#contract/wallet.ts'
import { findFreePort } from '#scripts/ports.ts'
import { root } from '#scripts/root.ts'
import { password } from '../support/e2e/account.ts'
import { type OwnProduct, startOwnProduct } from '../support/e2e/own-product.ts'

let product: OwnProduct | undefined
let dataFolder = ''
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

interface Tokens {
  tokens: { accessToken: string }
}
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
  await api(
    '/ai/image/flux',
    { prompt: `Берег ${number}` },
    { ...person, prefer: 'respond-async', 'idempotency-key': `picture-${number}-key` }
  )
  await vi.waitUntil(async () => (await jobsOf(person)).every(isCharged), {
    timeout: 120_000,
    interval: 500
  })
}

/** A work is complete a moment before its tokens are charged. */
const isCharged = ({ state, chargedTokens }: Job) => state === 'completed' && chargedTokens !== null

const jobsOf = async (person: Headers) => (await api<{ jobs: Job[] }>('/jobs?limit=100', undefined, person)).jobs

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
    jobs
      .flatMap((job) => job.files)
      .map(async ({ url }) => {
        const bytes = Buffer.from(await (await fetch(new URL(url, product?.siteOrigin))).arrayBuffer())
        return bytes.toString('base64')
      })
  )
  const tokens = await api<TokenAccount>('/user/tokens', undefined, person)
  const usage = await api('/ai/usage', undefined, person)
  // The links to files are signed for a time.
  const withoutLinks = jobs.map((job) => ({ ...job, files: job.files.length }))
  return { tokens, usage, conversations, messages, files, jobs: withoutLinks }
}

/** The command as an operator runs it. @returns what it printed */
function backup(...words: string[]): Promise<string> {
  const command = spawn(process.execPath, [join(root, 'scripts/backup.ts'), ...words], {
    cwd: root,
    env: { ...process.env, SITE_ORIGIN: product?.siteOrigin, DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve, reject) => {
    command.on('exit', (code) => (code === 0 ? resolve(said) : reject(new Error(said))))
  })
}

async function start(name: string, restoring?: string): Promise<void> {
  dataFolder = join(place, name)
  await startAgain(restoring)
}

const idIn = (name: string) => (JSON.parse(readFileSync(join(name, 'manifest.json'), 'utf8')) as { id: string }).id

/** Destroys the objects of all users, and fills them from the nightly backup, which the clock has made by then. */
async function loseWallets(): Promise<void> {
  const night = join(place, 'night')
  await vi.waitUntil(
    async () => {
      const said = await backup('night', night, ...who).catch((error: Error) => error.message)
      return (
        said.includes('is in') || (said.includes('There is no such night') ? false : Promise.reject(new Error(said)))
      )
    },
    { timeout: 120_000, interval: 2000 }
  )
  await product?.kill()
  const objects = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /[\\/]do[\\/][^\\/]*User$/.test(path)
  )
  expect(objects).toHaveLength(1)
  for (const path of objects) rmSync(join(dataFolder, path), { recursive: true })
  await startAgain(idIn(night))
  const said = await backup('restore', night, ...who)
  expect(said).toMatch(/users 3, .* living 0, refused 0/)
  await product?.kill()
  await startAgain()
}

async function startAgain(restoring?: string): Promise<void> {
  const ports = { port: await findFreePort(), sandboxPort: await findFreePort() }
  product = await startOwnProduct({ ...ports, dataFolder, environment: restoring ? { RESTORING: restoring } : {} })
}

const who = ['--operator=drill', '--reason=Учебная тревога']
const people = [0, 1, 2]

test(
  'a destroyed product comes back from its backup with every balance, conversation and file',
  { timeout: 1_200_000 },
  async () => {
    await start('first')
    const before = await Promise.all(
      people.map(async (number) => {
        const person = await register(number)
        await useIt(person, number)
        return belongingsOf(person)
      })
    )
    expect(before.map(({ files }) => files.length)).toEqual([1, 1, 1])
    await expect(backup('create', folder, '--operator=drill')).rejects.toThrow('--reason=… is missing')
    expect(await backup('create', folder, ...who)).toMatch(/users 3, owedTokens \d+, mediaFiles \d+/)
    await product?.kill()
    rmSync(dataFolder, { recursive: true })
    expect(existsSync(dataFolder)).toBe(false)

    await start('second', idIn(folder))
    expect((await fetch(`${product?.siteOrigin}/api/ai/status`)).status).toBe(503)
    // Twice, as after an interruption: nothing comes back doubled.
    expect(await backup('restore', folder, ...who)).toContain('Restored and compared: users 3')
    await expect(backup('restore', folder, ...who)).rejects.toThrow('409')
    await product?.kill()
    await startAgain()

    const after = await Promise.all(people.map(async (number) => belongingsOf(await signIn(number))))
    expect(after).toEqual(before)
    await loseWallets()
    const alone = await Promise.all(people.map(async (number) => belongingsOf(await signIn(number))))
    expect(alone).toEqual(before)
    // And life goes on: nothing new takes the id of something old.
    const person = await signIn(0)
    await api('/chat/conversations', { service: 'chatgpt', title: 'После беды' }, person)
    const { conversations } = await belongingsOf(person)
    expect(conversations.map(({ title }) => title).toSorted()).toEqual(['После беды', 'Разговор 0'])
  }
)
