// The metered floor: the least that a metered answer can cost. A signed-in request, one object per user, one commit that
// reserves, the upstream, its events parsed and framed anew, one commit that settles. No D1, no limits, no resuming.
import { DurableObject } from 'cloudflare:workers'

interface FloorEnv {
  UPSTREAM: string
  METER: DurableObjectNamespace<Meter>
}

const priceTokens = 5
const startTokens = 1_000_000_000
const deltaEvent = 'response.output_text.delta'

const encoder = new TextEncoder()
const frame = (event: string, data: object) => encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** The text of the complete events in `received`, and the rest that is not complete yet. */
function textOf(received: string): { text: string; rest: string } {
  const events = received.split('\n\n')
  const rest = events.pop() ?? ''
  let text = ''
  for (const event of events) {
    const [name, data] = event.split('\n')
    if (name === `event: ${deltaEvent}`)
      text += (JSON.parse(data?.slice('data: '.length) ?? '') as { delta: string }).delta
  }
  return { text, rest }
}

export class Meter extends DurableObject<FloorEnv> {
  constructor(ctx: DurableObjectState, env: FloorEnv) {
    super(ctx, env)
    ctx.storage.sql.exec(`
      create table if not exists account (id integer primary key check (id = 1), tokens integer not null);
      insert or ignore into account values (1, ${startTokens});
      create table if not exists reservations (
        id text primary key, tokens integer not null, settled integer not null, text text) without rowid;`)
  }

  override async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('idempotency-key') ?? crypto.randomUUID()
    const body = await request.text()
    this.#reserve(id)
    const upstream = await fetch(`${this.env.UPSTREAM}/responses`, { method: 'POST', body })
    if (!upstream.body) throw new Error('The upstream sent no body')
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    this.ctx.waitUntil(this.#relay(id, upstream.body, writable.getWriter()))
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
  }

  #reserve(id: string) {
    const { storage } = this.ctx
    storage.transactionSync(() => {
      storage.sql.exec('insert into reservations values (?, ?, 0, null)', id, priceTokens)
      storage.sql.exec('update account set tokens = tokens - ?', priceTokens)
    })
  }

  async #relay(id: string, upstream: ReadableStream<Uint8Array>, reader: WritableStreamDefaultWriter<Uint8Array>) {
    const decoder = new TextDecoder()
    let pending = ''
    let whole = ''
    for await (const bytes of upstream) {
      const { text, rest } = textOf(pending + decoder.decode(bytes, { stream: true }))
      pending = rest
      whole += text
      if (text !== '') await reader.write(frame('delta', { type: 'delta', text }))
    }
    this.ctx.storage.sql.exec('update reservations set settled = 1, text = ? where id = ?', whole, id)
    await reader.write(frame('done', { type: 'done' }))
    await reader.close()
  }
}

let key: Promise<CryptoKey> | undefined

/** The least cost of checking a signed token; the result is ignored. */
async function checkSignature(request: Request): Promise<void> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  key ??= crypto.subtle.importKey('raw', encoder.encode('a key of the floor, 32 bytes long'), hmac, false, ['sign'])
  await crypto.subtle.sign('HMAC', await key, encoder.encode(request.headers.get('authorization') ?? ''))
}

export default {
  async fetch(request, env) {
    await checkSignature(request)
    return env.METER.getByName(request.headers.get('x-user') ?? '').fetch(request)
  }
} satisfies ExportedHandler<FloorEnv>
