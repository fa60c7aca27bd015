// An account at Cloudflare, in memory: what `npm run deploy` and wrangler make, and what they read back.
import { DatabaseSync } from 'node:sqlite'
import type { Context } from 'hono'
import { isObject, parseJson } from '../base/json.ts'

export interface Version {
  id: string
  number: number
  tag: string | null
  /** Names only. */
  secrets: string[]
  isIll: boolean
}

export interface Share {
  version_id: string
  percentage: number
}

export interface Script {
  name: string
  versions: Version[]
  /** The newest first. */
  deployments: { id: string; versions: Share[] }[]
  migrationTag: string | null
  schedules: unknown[]
}

export interface Project {
  name: string
  /** The newest first. */
  deployments: { id: string; tag: unknown; isIll: boolean }[]
  /** Which one is served. */
  live: string | null
  domains: string[]
}

export interface Queue {
  queue_id: string
  queue_name: string
  consumers: object[]
}

/** An account that has paid and has its domain, and nothing else. */
export const createAccount = () => ({
  /** Without their secrets: of an upload the path alone. */
  calls: [] as { method: string; path: string; body: unknown }[],
  plan: 'workers_paid',
  /** At workers.dev; null: none was chosen yet. */
  subdomain: 'my-company' as string | null,
  zone: { name: 'my-company.ru', status: 'active' } as { name: string; status: string } | null,
  databases: [] as { uuid: string; name: string; database: DatabaseSync }[],
  buckets: [] as string[],
  queues: [] as Queue[],
  scripts: [] as Script[],
  projects: [] as Project[],
  records: [] as { type: string; name: string; content: string }[],
  sending: [] as string[],
  /** Versions and pages that are uploaded from now on answer no request. */
  illUploads: { worker: false, pages: false }
})

export type Account = ReturnType<typeof createAccount>

/** The envelope of Cloudflare's API: developers.cloudflare.com/fundamentals/api/how-to/make-api-calls. */
export const given = (result: unknown, more: object = {}): Response =>
  Response.json({ success: true, errors: [], messages: [], result, ...more })

/** A list with the page that wrangler looks at. */
export const listed = (result: unknown[]): Response =>
  given(result, { result_info: { page: 1, per_page: 100, count: result.length, total_count: result.length } })

export const refused = (status: number, code: number, message: string): Response =>
  Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status })

/** The fields of a JSON body. */
export async function read(c: Context): Promise<Record<string, unknown>> {
  const body = parseJson(await c.req.text())
  return isObject(body) ? body : {}
}

export const newId = (): string => crypto.randomUUID().replaceAll('-', '')
