// A register with an empty database of its own, and a stand-in for the Worker that it passes calls on to.
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { registerHeaders, signatureValidMs, signedText } from '#contract/register.ts'
import { createRegister } from '#register/app.ts'
import { openDatabase, type Row } from '#register/database.ts'

export const key = 'Qk7Zt2VbN9xLr4Wd8PcY3Hf6Jm5Sg1Ta'

export interface Arrived {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the register has signed exactly this call within two minutes. */
  isSigned: boolean
}

export interface Answered {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

function isSigned({ method, path, headers, body }: Omit<Arrived, 'isSigned'>): boolean {
  const [id, time, signature] = [registerHeaders.id, registerHeaders.time, registerHeaders.signature].map((name) =>
    String(headers[name])
  )
  const bodyDigest = createHash('sha256').update(body).digest('base64url')
  const client = String(headers['x-proxied-address'] ?? '')
  const text = signedText({ method, path: path.replace(/\?.*/, ''), bodyDigest, id: id!, time: time!, client })
  const isFresh = Math.abs(Date.now() - Number(time)) < signatureValidMs
  return isFresh && signature === createHmac('sha256', key).update(text).digest('base64url')
}

export interface StandIn {
  origin: string
  arrived: Arrived[]
  /** Decides what the Worker answers. Null: it closes the connection without an answer. */
  answer: (call: Arrived) => Promise<Answered | null>
  stop: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Stands in for the Worker: it notes what arrives, and answers as a test wishes. */
export async function startWorker(): Promise<StandIn> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: await bodyOf(request) }
    const one = { ...call, isSigned: isSigned(call) }
    worker.arrived.push(one)
    const answered = await worker.answer(one)
    if (answered === null) return void request.socket.destroy()
    const { status = 200, body = {}, headers: more = {} } = answered
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(JSON.stringify({ success: status < 400, data: body, ...(status < 400 ? {} : { code: body }) }))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const worker: StandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    answer: async () => ({}),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return worker
}

const admin = process.env.REGISTER_TEST_POSTGRES

/** The databases that the tests run against: PostgreSQL when REGISTER_TEST_POSTGRES names a server. */
export const databases = admin ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

/** An empty database. @returns where it is, and what deletes it */
export async function emptyDatabase(
  kind: (typeof databases)[number]
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `register_${process.pid}_${Math.random().toString(36).slice(2)}`
  if (kind === 'sqlite' || !admin) {
    const folder = mkdtempSync(join(tmpdir(), 'register-'))
    return { url: join(folder, 'register.sqlite'), drop: async () => rmSync(folder, { recursive: true }) }
  }
  const run = async (statement: string) => {
    const sql = postgres(admin)
    await sql.unsafe(statement)
    await sql.end()
  }
  await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

export async function openRegister(kind: (typeof databases)[number], upstream: string) {
  const { url, drop } = await emptyDatabase(kind)
  const database = await openDatabase(url)
  const settings = {
    REGISTER_KEY: key,
    REGISTER_UPSTREAM: upstream,
    REGISTER_DATABASE_URL: url,
    REGISTER_PORT: 1,
    REGISTER_TIMEOUT_SECONDS: 20
  }
  const register = { settings, database }
  const app = createRegister(register, () => '127.0.0.1')
  return {
    register,
    url,
    rows: (): Promise<Row[]> => database.run('select * from records order by at, id'),
    send: async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
      const response = await app.request(`/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-proxied-address': '198.51.100.7', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: JSON.parse(text || 'null') as Record<string, unknown>
      }
    },
    close: async () => {
      await database.close()
      await drop()
    }
  }
}

/** A caller's access token, as far as the register reads it. */
export const bearer = (account: string) => ({
  authorization: `Bearer e30.${Buffer.from(JSON.stringify({ sub: account })).toString('base64url')}.signature`
})

export const consents = { offer: true, personalData: true }
export const registration = (email: string) => ({ email, password: 'Correct-Horse7!', consents })
