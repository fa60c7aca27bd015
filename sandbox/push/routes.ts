// A push service (RFC 8030) with the browsers behind it. A subscription is made by a call, as a browser makes it with its
// service; messages for it are checked (RFC 8292) and decrypted (RFC 8291), and can be read as JSON.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import { isObject, parseJson } from '../base/json.ts'

interface Subscription {
  keys: BrowserKeys
  /** The key of the only sender, as the browser was told. */
  serverKey: string
  /** The user has taken the permission back. */
  isGone: boolean
  /** Answers of this kind before the next message is taken, for tests of failures. */
  fault: { status: number; left: number } | null
  messages: { text: string; topic: string | null; ttl: number }[]
}

const LIFETIME_MAX_SECONDS = 24 * 60 * 60
const BODY_BYTES_MAX = 4096

const decoded = (part: string) => parseJson(Buffer.from(part, 'base64url').toString('utf8'))

/** Why the sender is not accepted; null when it is. */
function senderProblem(authorization: string, origin: string, serverKey: string): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key === '') return 'no VAPID header'
  if (key !== serverKey) return 'another sender than the browser subscribed to'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url')
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url')
  )
  if (!isSigned) return 'wrong signature'
  const payload = decoded(claims)
  const { aud, exp, sub } = isObject(payload) ? payload : {}
  if (aud !== origin) return 'signed for another service'
  const leftSeconds = Number(exp) - Date.now() / 1000
  if (!(leftSeconds > 0 && leftSeconds <= LIFETIME_MAX_SECONDS)) return 'expired, or valid for more than a day'
  return /^(mailto:|https:)/.test(String(sub)) ? null : 'no contact'
}

async function take(c: Context<SandboxEnvironment>, subscription: Subscription | undefined): Promise<Response> {
  if (!subscription) return c.json({ error: 'no such subscription' }, 404)
  if (subscription.isGone) return c.json({ error: 'unsubscribed' }, 410)
  const { fault, keys, serverKey, messages } = subscription
  if (fault && fault.left > 0) {
    fault.left -= 1
    return new Response(null, { status: fault.status, headers: { 'retry-after': '1' } })
  }
  const problem = senderProblem(c.req.header('authorization') ?? '', new URL(c.req.url).origin, serverKey)
  if (problem !== null) return c.json({ error: problem }, 403)
  const ttl = Number(c.req.header('ttl'))
  const topic = c.req.header('topic') ?? null
  if (!Number.isInteger(ttl) || ttl < 0) return c.json({ error: 'ttl' }, 400)
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return c.json({ error: 'topic' }, 400)
  if (c.req.header('content-encoding') !== 'aes128gcm') return c.json({ error: 'content-encoding' }, 415)
  const body = new Uint8Array(await c.req.arrayBuffer())
  if (body.length > BODY_BYTES_MAX) return c.json({ error: 'too long' }, 413)
  const text = keys.decrypt(body)
  if (topic !== null) messages.splice(0, messages.length, ...messages.filter((message) => message.topic !== topic))
  messages.push({ text, topic, ttl })
  return new Response(null, { status: 201, headers: { location: `${c.req.url}/message/${randomUUID()}` } })
}

/** Mounts the push service, and the calls with which tests play its browsers. */
export function mountPush(app: Hono<SandboxEnvironment>): void {
  const subscriptions = new Map<string, Subscription>()

  app.post('/push/subscriptions', async (c) => {
    const body = parseJson(await c.req.text())
    const serverKey = isObject(body) ? body['applicationServerKey'] : undefined
    if (typeof serverKey !== 'string') return c.json({ error: 'applicationServerKey' }, 400)
    const id = randomUUID()
    const keys = createBrowserKeys()
    subscriptions.set(id, { keys, serverKey, isGone: false, fault: null, messages: [] })
    const endpoint = `${new URL(c.req.url).origin}/push/send/${id}`
    return c.json({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
  })

  app.post('/push/send/:id', (c) => take(c, subscriptions.get(c.req.param('id'))))
  app.get('/push/send/:id', (c) => c.json(subscriptions.get(c.req.param('id'))?.messages ?? []))
  app.delete('/push/send/:id', (c) => {
    const subscription = subscriptions.get(c.req.param('id'))
    if (subscription) subscription.isGone = true
    return c.body(null, 204)
  })
  app.put('/push/send/:id/fault', async (c) => {
    const subscription = subscriptions.get(c.req.param('id'))
    const body = parseJson(await c.req.text())
    if (!subscription || !isObject(body)) return c.json({ error: 'status, count' }, 400)
    subscription.fault = { status: Number(body['status']), left: Number(body['count']) }
    return c.body(null, 204)
  })
}

/** What a browser does with a push message: it has the keys of its subscription, checks nothing about the sender, decrypts. */
interface BrowserKeys {
  p256dh: string
  auth: string
  decrypt(body: Uint8Array): string
}

const SALT_BYTES = 16
/** Salt, size of a record, and the length of the sender's key. */
const PREFIX_BYTES = 21
const TAG_BYTES = 16
const LAST_RECORD = 2

/** New keys of a subscription, and what reads the messages for it (RFC 8291). */
function createBrowserKeys(): BrowserKeys {
  const keys = createECDH('prime256v1')
  const ours = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: ours.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body) {
      const bytes = Buffer.from(body)
      const salt = bytes.subarray(0, SALT_BYTES)
      const end = PREFIX_BYTES + (bytes[PREFIX_BYTES - 1] ?? 0)
      const theirs = bytes.subarray(PREFIX_BYTES, end)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ours, theirs])
      const secret = hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32)
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = Buffer.concat([decipher.update(bytes.subarray(end, -TAG_BYTES)), decipher.final()])
      const last = plain.lastIndexOf(LAST_RECORD)
      return plain.subarray(0, last).toString('utf8')
    }
  }
}
