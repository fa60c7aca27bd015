// A person who calls the API over HTTP and reads mail in the sandbox's inbox.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { TokenPair } from '#contract/sign-in.ts'
import type { Envelope } from '#contract/envelope.ts'
import { openDirectory } from '#data/base/database.ts'
import { users } from '#data/directory/schema.ts'
import { createApp } from '#worker/app.ts'
import { hashPassword } from '#worker/crypto/passwords.ts'
import { userRow } from './person.ts'

export const origin = 'http://localhost:8787'
export const password = 'Correct-Horse7!'
export const consents = { offer: true, personalData: true }

const sandbox = new URL(env.UNISENDER_BASE_URL).origin

export interface Asked {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  accessToken?: string
  /** Settings and bindings that differ from wrangler.toml. */
  settings?: object
}

export interface Answered {
  status: number
  body: Envelope & { data: Record<string, unknown> | null }
  text: string
  headers: Record<string, string>
}

function requestOf(path: string, { method, body, headers, accessToken }: Asked): Request {
  return new Request(`${origin}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      ...headers
    }
  })
}

/** A test with its own settings calls an app of its own, which has not told anything yet: the environment of the Worker's entry is fixed. */
async function fetchWith(request: Request, settings: object | undefined): Promise<Response> {
  if (!settings) return exports.default.fetch(request)
  const context = createExecutionContext()
  const response = await createApp().fetch(request, { ...env, ...settings }, context)
  await waitOnExecutionContext(context)
  return response
}

export async function call(path: string, asked: Asked = {}): Promise<Answered> {
  const response = await fetchWith(requestOf(path, asked), asked.settings)
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text), text, headers: Object.fromEntries(response.headers) }
}

export const post = (path: string, body: unknown, more: Asked = {}) => call(path, { ...more, body })

let addresses = 0
export const newAddress = () => `ivan${++addresses}-${crypto.randomUUID().slice(0, 8)}@example.ru`

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** All mail to an address, newest first, once at least `count` mails have come. */
export const mailsTo = (address: string, count = 1): Promise<Mail[]> =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${sandbox}/mail.json?to=${encodeURIComponent(address)}`)
      const mails: Mail[] = await response.json()
      if (mails.length < count) throw new Error(`${address} has ${mails.length} of ${count} mails`)
      return mails
    },
    { timeout: 20_000, interval: 20 }
  )

export const linkTokenOf = ({ text }: Mail): string => {
  const token = /\/verify-email\?token=([\w-]+)/.exec(text)?.[1]
  if (token === undefined) throw new Error(`No link in: ${text}`)
  return token
}

/** The token of the newest link to `page`, once at least `count` mails with such a link have come. */
export const newestLinkTo = (address: string, page: string, count = 1): Promise<string> =>
  vi.waitFor(
    async () => {
      const tokens = await linksTo(address, page)
      const [newest] = tokens
      if (newest === undefined || tokens.length < count)
        throw new Error(`${address} has ${tokens.length} of ${count} links to ${page}`)
      return newest
    },
    { timeout: 20_000, interval: 20 }
  )

async function linksTo(address: string, page: string): Promise<string[]> {
  const tokens = (await mailsTo(address, 0)).map(({ text }) => new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text)?.[1])
  return tokens.filter((token) => token !== undefined)
}

/** Registers. @returns the token of the link in the mail */
export async function register(email: string, typed = password, more: Asked = {}): Promise<string> {
  const before = (await linksTo(email, 'verify-email')).length
  const { status, text } = await post('/api/auth/register', { email, password: typed, consents }, more)
  if (status !== 200) throw new Error(text)
  return newestLinkTo(email, 'verify-email', before + 1)
}

export const confirm = (token: string) => call(`/api/auth/verify-email/${token}`)

export const tokensOf = ({ body, text }: Answered): TokenPair => {
  if (!body.success) throw new Error(text)
  return body.data!.tokens as TokenPair
}

/** Registers a person, confirms the address and signs in. */
export async function signUp(email = newAddress()): Promise<TokenPair & { email: string; userId: string }> {
  const tokens = tokensOf(await confirm(await register(email)))
  return { email, ...tokens, userId: subjectOf(tokens.accessToken) }
}

/** A person with a confirmed address, as rows: for tests about something else than the registration. There is no bonus. */
export async function addAccount(email = newAddress()): Promise<{ email: string; userId: string }> {
  const user = userRow({ email, passwordHash: await hashPassword(password) })
  await openDirectory(env).insert(users).values(user)
  return { email, userId: user.id }
}

/** The same person, who has signed in. */
export async function newAccount(email = newAddress()): Promise<Awaited<ReturnType<typeof signUp>>> {
  return { ...(await addAccount(email)), ...tokensOf(await signIn(email)) }
}

export const claimsOf = (accessToken: string): { sub: string; sid: string } & Record<string, unknown> =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())

export const subjectOf = (accessToken: string) => claimsOf(accessToken).sub

export const signIn = (email: string, typed = password, more: Asked = {}) =>
  post('/api/auth/login', { email, password: typed }, more)
