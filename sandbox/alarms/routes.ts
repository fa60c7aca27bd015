// Where people hear of alarms: a bot of Telegram (core.telegram.org/bots/api) and an address that takes webhooks. What
// arrived can be read as JSON; a fault makes either refuse so many messages.
import type { Hono } from 'hono'
import type { BaseState, SandboxEnvironment } from '../base/state.ts'
import { isObject, parseJson } from '../base/json.ts'

const KEPT_MESSAGES = 200
const TEXT_MAX = 4096
const TOKEN = /^bot\d+:[\w-]{10,}$/

interface Fault {
  status: number
  left: number
}

/** A place where messages arrive, with its fault. */
function createReceiver() {
  let messages: unknown[] = []
  let fault: Fault | null = null
  return {
    add: (message: unknown) => void (messages = [...messages.slice(1 - KEPT_MESSAGES), message]),
    list: () => messages,
    clear: () => {
      messages = []
      fault = null
    },
    setFault: (next: Fault) => void (fault = next),
    /** The status with which this message is refused; null: it is taken. */
    takeFault: (): number | null => {
      if (!fault || fault.left < 1) return null
      fault.left -= 1
      return fault.status
    }
  }
}

type Receiver = ReturnType<typeof createReceiver>

/** Telegram's own form of an error. */
const refuse = (code: number, description: string) =>
  Response.json(
    { ok: false, error_code: code, description, ...(code === 429 && { parameters: { retry_after: 1 } }) },
    { status: code }
  )

function mountTelegram(app: Hono<SandboxEnvironment>, state: BaseState): Receiver {
  const receiver = createReceiver()
  let sent = 0
  app.post('/telegram/:bot/sendMessage', async (c) => {
    if (!TOKEN.test(c.req.param('bot'))) return refuse(404, 'Not Found')
    const body = parseJson(await c.req.text())
    const fields = isObject(body) ? body : {}
    const { text } = fields
    const chat = String(fields['chat_id'] ?? '')
    const status = receiver.takeFault()
    if (status !== null) return refuse(status, status === 429 ? 'Too Many Requests: retry after 1' : 'Refused')
    if (!/^(-?\d+|@\w{5,})$/.test(chat)) return refuse(400, 'Bad Request: chat not found')
    if (typeof text !== 'string' || text === '') return refuse(400, 'Bad Request: message text is empty')
    if (text.length > TEXT_MAX) return refuse(400, 'Bad Request: message is too long')
    receiver.add({ chat_id: chat, text })
    sent += 1
    const date = Math.floor(state.clock.now() / 1000)
    return c.json({ ok: true, result: { message_id: sent, date, chat: { id: chat, type: 'private' }, text } })
  })
  return receiver
}

function mountWebhook(app: Hono<SandboxEnvironment>): Receiver {
  const receiver = createReceiver()
  app.post('/alarm-webhook', async (c) => {
    const status = receiver.takeFault()
    if (status !== null) return new Response(null, { status })
    const signature = c.req.header('x-alarm-signature') ?? null
    const key = c.req.header('idempotency-key') ?? null
    receiver.add({ signature, key, body: await c.req.text() })
    return c.body(null, 204)
  })
  return receiver
}

/** Mounts both, and the calls with which people and tests read what arrived. */
export function mountAlarms(app: Hono<SandboxEnvironment>, state: BaseState): void {
  const receivers = { telegram: mountTelegram(app, state), 'alarm-webhook': mountWebhook(app) }
  for (const [name, receiver] of Object.entries(receivers)) {
    app.get(`/${name}/messages.json`, (c) => c.json(receiver.list()))
    app.delete(`/${name}/messages.json`, (c) => {
      receiver.clear()
      return c.body(null, 204)
    })
    app.put(`/${name}/fault`, async (c) => {
      const body = parseJson(await c.req.text())
      if (!isObject(body)) return c.json({ error: 'status, count' }, 400)
      receiver.setFault({ status: Number(body['status']), left: Number(body['count']) })
      return c.body(null, 204)
    })
  }
}
