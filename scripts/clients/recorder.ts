// Stands between a client and the product, on loopback: counts what the client sends, also what is refused and reaches no supplier.
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Exchange {
  afterMs: number
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** Parsed JSON; null for a request without one. */
  body: unknown
  /** Null: the client left before an answer. */
  status: number | null
}

export interface Recorder {
  origin: string
  /** Since the last `begin`, in their order. */
  exchanges: readonly Exchange[]
  /** Forgets the exchanges before. */
  begin(): void
  /** Resolves when an answer to a request that offers tools has passed on this many bytes. */
  passed(bytes: number): Promise<void>
  close(): void
}

const offersTools = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'tools' in body && Array.isArray(body.tools)

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

async function bodyOf(asked: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of asked) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** @param target the origin of the product */
export async function startRecorder(target: string): Promise<Recorder> {
  const exchanges: Exchange[] = []
  let startedAt = Date.now()
  let waiting: { bytes: number; resolve: () => void } | null = null

  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    const bytes = await bodyOf(asked)
    const { method = 'GET', url = '/', headers } = asked
    const body = parsed(bytes)
    const exchange: Exchange = { afterMs: Date.now() - startedAt, method, url, headers, body, status: null }
    exchanges.push(exchange)
    const passedOn = request(new URL(url, target), {
      method,
      headers: { ...headers, host: new URL(target).host }
    })
    // A client that leaves is a client that leaves the product, and a product that breaks off breaks off here.
    answer.on('close', () => passedOn.destroy())
    passedOn.on('error', () => answer.destroy())
    passedOn.on('response', (response) => {
      exchange.status = response.statusCode ?? null
      answer.writeHead(response.statusCode ?? 502, response.headers)
      let count = 0
      response.on('data', (piece: Buffer) => {
        count += piece.length
        if (waiting && offersTools(body) && count >= waiting.bytes) waiting.resolve()
      })
      response.on('error', () => answer.destroy())
      response.pipe(answer)
    })
    passedOn.end(bytes)
  }

  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    begin() {
      exchanges.length = 0
      startedAt = Date.now()
      waiting = null
    },
    passed: (bytes) => new Promise((resolve) => (waiting = { bytes, resolve })),
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}
