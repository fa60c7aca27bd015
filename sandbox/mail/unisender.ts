import { createPace } from '../base/clock.ts'
import { isObject, parseJson, type JsonObject } from '../base/json.ts'
import { takeFault } from '../base/controls.ts'
import type { Context, Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MailMessage, MailState, StoredMessage } from './inbox.ts'

const LATENCY_MS = 80
const SLOW_LATENCY_MS = 20_000
const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

interface Letter {
  recipients: string[]
  subject: string
  from: string
  text: string
  html: string
}

/** Mounts the mail upstream and the inbox as JSON. */
export function mountMail(app: Hono<SandboxEnvironment>, state: MailState): void {
  app.post('/unisender/ru/transactional/api/v1/email/send.json', serveUnisender(state))
  app.get('/mail.json', (c) => c.json(state.inbox.list(c.req.query('to')).map(publicPart)))
  app.delete('/mail.json', (c) => {
    state.inbox.clear()
    return c.body(null, 204)
  })
}

function publicPart({ to, subject, text, html, at }: StoredMessage): MailMessage {
  return { to, subject, text, html, at }
}

/** `POST /unisender/ru/transactional/api/v1/email/send.json`: Unisender Go, delivering into the inbox. */
function serveUnisender(state: MailState) {
  return async (c: Context<SandboxEnvironment>): Promise<Response> => {
    const call = state.calls.begin('unisender', c.req.path, state.clock.now())
    const fail = (status: 400 | 401 | 500, message: string, code: number) => {
      Object.assign(call, { status, outcome: 'error' })
      return c.json({ status: 'error', message, code }, status)
    }
    const { api_key: keyInBody, ...body } = objectOf(parseJson(await c.req.text()))
    call.body = body
    const key = c.req.header('x-api-key') ?? keyInBody
    if (!key || String(key).includes('invalid')) return fail(401, 'User is not found or API key is invalid.', 102)

    const letter = readLetter(body['message'])
    if (typeof letter === 'string') return fail(400, letter, 150)
    const fault = takeFault(state.scopes.of([...letter.recipients, c.req.path]), 'mailFault')
    call.fault = fault
    const pace = createPace(state.clock, () => state.controls.speed, c.req.raw.signal)
    try {
      await pace.wait(fault === 'mail-slow' ? SLOW_LATENCY_MS : LATENCY_MS)
    } catch {
      call.outcome = 'aborted'
      return c.body(null, 400)
    }
    if (fault === 'mail-down') return fail(500, 'Internal error. Please try again later.', 1)

    const accepted = letter.recipients.filter((address) => ADDRESS.test(address))
    if (accepted.length === 0) return fail(400, 'No valid recipients.', 204)
    const at = new Date(state.clock.now()).toISOString()
    const { subject, from, text, html } = letter
    for (const to of accepted) state.inbox.receive({ to, from, subject, text, html, at })
    Object.assign(call, { status: 200, outcome: 'completed' })
    const refused = letter.recipients.filter((address) => !ADDRESS.test(address))
    return c.json({
      status: 'success',
      job_id: crypto.randomUUID().slice(0, 18),
      emails: accepted,
      failed_emails: Object.fromEntries(refused.map((address) => [address, 'invalid']))
    })
  }
}

/** The letter, or the upstream's error message about a wrong field. */
function readLetter(message: unknown): Letter | string {
  if (!isObject(message)) return 'Field "message" is required.'
  const recipients = Array.isArray(message['recipients']) ? message['recipients'].filter(isObject) : []
  if (recipients.length === 0) return 'Field "message.recipients" is required.'
  const body = objectOf(message['body'])
  const [html, text] = [stringOf(body['html']), stringOf(body['plaintext'])]
  if (html === '' && text === '') return 'Field "message.body" is required.'
  const subject = stringOf(message['subject'])
  if (subject === '') return 'Field "message.subject" is required.'
  const from = stringOf(message['from_email'])
  if (!ADDRESS.test(from)) return 'Field "message.from_email" is required.'
  return {
    recipients: recipients.map((recipient) => stringOf(recipient['email'])),
    subject,
    from: message['from_name'] ? `${stringOf(message['from_name'])} <${from}>` : from,
    text,
    html
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
