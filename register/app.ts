// What the reverse proxy sends here: a call is recorded first, and only then passed on. When either is impossible the person reads so in
// plain words, and nothing has gone abroad unrecorded.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Envelope } from '#contract/envelope.ts'
import { type ErrorCode, statusOf, textOf } from '#contract/errors.ts'
import { pathInRegister, registeredKindOf, registerHeaders } from '#contract/register.ts'
import type { RegisterDatabase } from './database.ts'
import { say, sayFailed } from './log.ts'
import { type Begun, beginRecord, type Outcome, settleRecord } from './records.ts'
import { type Fields, fieldsOf, takenFrom } from './taken.ts'
import { type PassedCall, passedBack, passOn, proxiedAddressHeader } from './worker-calls.ts'
import type { Settings } from './settings.ts'

/** As much as the Worker accepts in calls without files. */
const bodySizeMaxBytes = 512 * 1024

export interface Register {
  settings: Settings
  database: RegisterDatabase
}

/** The kill tests end the process here: between any two of these points a power cut may come. */
function mayEnd({ REGISTER_KILL_AT: at }: Settings, point: 'called' | 'recorded' | 'answered' | 'settled'): void {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}

function refusal(code: ErrorCode): [Envelope, ContentfulStatusCode, Record<string, string>] {
  const status = statusOf(code) as ContentfulStatusCode
  const body = { success: false, data: null, message: null, error: textOf(code), code }
  const headers = { 'cache-control': 'private, no-store' }
  if (status !== 503) return [body, status, headers]
  return [{ ...body, retryAfter: 60 }, status, { ...headers, 'retry-after': '60' }]
}

/** Records the call if it is one of the registered. @returns null: nothing of it is to be recorded @throws Error: it cannot be recorded */
async function record({ settings, database }: Register, call: PassedCall, client: string): Promise<Begun | null> {
  const path = call.path.replace(/\?.*/, '')
  const kind = registeredKindOf(call.method, path)
  if (kind === null) return null
  const body = new TextDecoder().decode(call.body)
  const taken = takenFrom(kind, { path, body, authorization: call.headers.get('authorization'), client })
  mayEnd(settings, 'called')
  const begun = await beginRecord(database, taken, { key: settings.REGISTER_KEY, now: Date.now(), body })
  mayEnd(settings, 'recorded')
  return begun
}

/** @returns null: there was no answer */
async function answer(register: Register, call: PassedCall, begun: Begun | null): Promise<Response | null> {
  const { settings, database } = register
  const settle = async (outcome: Outcome) => {
    const write = async () => begun && settleRecord(database, begun, outcome, Date.now())
    await write()
      .catch(write)
      .catch((error: unknown) => sayFailed('not-settled', error))
  }
  try {
    const answered = await passOn(settings, call, begun?.id)
    const { response, text } = await passedBack(answered)
    mayEnd(settings, 'answered')
    const { status } = response
    const read = fieldsOf(text)
    // The key is another one, or a clock is minutes late: the Worker has not looked into the call.
    const isUnread = begun !== null && status === 503 && read['code'] === 'REGISTER_UNREACHABLE'
    if (isUnread) say('signature-refused')
    // Both mailboxes have agreed: only the answer says it.
    const isAddressChanged = (read['data'] as Fields | null)?.['state'] === 'changed'
    const person = answered.headers.get(registerHeaders.person)
    await settle({ status, isRefused: isUnread || (status >= 400 && status < 500), person, isAddressChanged })
    mayEnd(settings, 'settled')
    return response
  } catch (error) {
    sayFailed('worker-unreachable', error)
    await settle({ status: null, isRefused: false, person: null, isAddressChanged: false })
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
    // The register's own calls go from here, never through here. No path of ours is spelled with `%`, and the Worker would read it.
    if (/^\/register(\/|$)|%/.test(pathInRegister(url.pathname))) return c.json(...refusal('NOT_FOUND'))
    const body = new Uint8Array(await c.req.arrayBuffer())
    const client = c.req.header(proxiedAddressHeader) ?? addressOf(c)
    const call = { method: c.req.method, path: url.pathname + url.search, headers: c.req.raw.headers, body }
    return (await answer(register, call, await record(register, call, client))) ?? c.json(...refusal('UNAVAILABLE'))
  })
  app.onError((error, c) => {
    sayFailed('not-recorded', error)
    return c.json(...refusal('REGISTER_UNREACHABLE'))
  })
  return app
}
