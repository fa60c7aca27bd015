// What the reverse proxy sends here: a call is recorded first, and only then passed on. When either is impossible the person reads so in
// plain words, and nothing has gone abroad unrecorded.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Envelope } from '#contract/envelope.ts'
import { type ErrorCode, statusOf, textOf } from '#contract/errors.ts'
import { pathInRegister, registeredKindOf, registerHeaders } from '#contract/register.ts'
import type { RegisterDatabase } from './database.ts'
import { sayFailed } from './log.ts'
import { type Begun, beginRecord, settleRecord } from './records.ts'
import { takenFrom } from './taken.ts'
import { passedBack, passOn, proxiedAddressHeader } from './worker-calls.ts'
import type { Settings } from './settings.ts'

/** As much as the Worker accepts in calls without files. */
const bodySizeMaxBytes = 512 * 1024
const retryAfterSeconds = 60

export interface Register {
  settings: Settings
  database: RegisterDatabase
}

/** The kill tests end the process here: between any two of these points a power cut may come. */
function mayEnd({ REGISTER_KILL_AT: at }: Settings, point: 'called' | 'recorded' | 'answered' | 'settled'): void {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}

/** Whether both mailboxes have agreed: only the answer says it. */
function saysChanged(kind: string, text: string): boolean {
  if (kind !== 'address-confirmed') return false
  try {
    return JSON.parse(text).data.state === 'changed'
  } catch {
    return false
  }
}

/** A record that could not be settled stays open, and is uncertain from the next start or night on: the person has the Worker's answer. */
async function settleQuietly(settling: Promise<void>): Promise<void> {
  await settling.catch((error: unknown) => sayFailed('not-settled', error))
}

function refusal(code: ErrorCode): [Envelope, ContentfulStatusCode, Record<string, string>] {
  const isPassing = statusOf(code) === 503
  const more = isPassing ? { retryAfter: retryAfterSeconds } : {}
  const body = { success: false, data: null, message: null, error: textOf(code), code, ...more }
  const headers = {
    'cache-control': 'private, no-store',
    ...(isPassing ? { 'retry-after': String(retryAfterSeconds) } : {})
  }
  return [body, statusOf(code) as ContentfulStatusCode, headers]
}

interface Sent {
  method: string
  url: URL
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  client: string
}

/** Records the call if it is one of the registered. @returns null: nothing of it is to be recorded @throws Error: it cannot be recorded */
async function record({ settings, database }: Register, sent: Sent): Promise<(Begun & { kind: string }) | null> {
  const kind = registeredKindOf(sent.method, sent.url.pathname)
  if (kind === null) return null
  const taken = takenFrom(kind, {
    path: sent.url.pathname,
    body: new TextDecoder().decode(sent.body),
    authorization: sent.headers.get('authorization') ?? undefined,
    client: sent.client
  })
  mayEnd(settings, 'called')
  const begun = await beginRecord(database, taken, { key: settings.REGISTER_KEY, now: Date.now() })
  mayEnd(settings, 'recorded')
  return { ...begun, kind }
}

async function answer(
  register: Register,
  sent: Sent,
  begun: (Begun & { kind: string }) | null
): Promise<Response | null> {
  const { settings, database } = register
  const call = { ...sent, path: sent.url.pathname + sent.url.search }
  try {
    const answered = await passOn(settings, call, begun?.id)
    const { response, text } = await passedBack(answered)
    mayEnd(settings, 'answered')
    if (begun) {
      const person = answered.headers.get(registerHeaders.person)
      const outcome = { status: response.status, person, isAddressChanged: saysChanged(begun.kind, text) }
      await settleQuietly(settleRecord(database, begun, outcome, Date.now()))
      mayEnd(settings, 'settled')
    }
    return response
  } catch (error) {
    sayFailed('worker-unreachable', error)
    const unknown = { status: null, person: null, isAddressChanged: false }
    if (begun) await settleQuietly(settleRecord(database, begun, unknown, Date.now()))
    return null
  }
}

/** @param addressOf of the caller, when no proxy names one */
export function createRegister(register: Register, addressOf: (c: unknown) => string): Hono {
  const app = new Hono()
  app.get('/register/health', async (c) => {
    await register.database.run('select 1 as one')
    return c.json({ success: true })
  })
  app.use(bodyLimit({ maxSize: bodySizeMaxBytes, onError: (c) => c.json(...refusal('BODY_TOO_LARGE')) }))
  app.all('*', async (c) => {
    const url = new URL(c.req.url)
    // The register's own calls go from here, never through here.
    if (/^\/register(\/|$)/.test(pathInRegister(url.pathname))) return c.json(...refusal('NOT_FOUND'))
    const body = new Uint8Array(await c.req.arrayBuffer())
    const client = c.req.header(proxiedAddressHeader) ?? addressOf(c)
    const sent = { method: c.req.method, url, headers: c.req.raw.headers, body, client }
    const begun = await record(register, sent)
    return (await answer(register, sent, begun)) ?? c.json(...refusal('UNAVAILABLE'))
  })
  app.onError((error, c) => {
    sayFailed('not-recorded', error)
    return c.json(...refusal('REGISTER_UNREACHABLE'))
  })
  return app
}
