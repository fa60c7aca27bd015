// An account at Cloudflare, in memory: what `npm run deploy` and wrangler make, and what they read back.
import { DatabaseSync } from 'node:sqlite'

/** A call to the API, without its secrets. */
interface ApiCall {
  method: string
  path: string
  /** JSON as received; of an upload: what it says of itself. */
  body: unknown
}

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
  deployments: { id: string; versions: Share[] }[]
  migrationTag: string | null
  schedules: unknown[]
}

export interface PagesDeployment {
  id: string
  tag: string | null
  isIll: boolean
}

export interface Project {
  name: string
  /** The newest first. */
  deployments: PagesDeployment[]
  /** Which one is served. */
  live: string | null
  domains: string[]
  config: unknown
}

interface Queue {
  id: string
  name: string
  consumers: { consumer_id: string; [field: string]: unknown }[]
}

export interface Account {
  calls: ApiCall[]
  plan: 'workers_free' | 'workers_paid'
  /** At workers.dev; null: none was chosen yet. */
  subdomain: string | null
  zone: { name: string; status: 'active' | 'pending' } | null
  databases: { uuid: string; name: string; database: DatabaseSync }[]
  buckets: string[]
  /** Rules of a bucket about what it forgets, by its name. */
  lifecycles: Record<string, unknown[]>
  queues: Queue[]
  scripts: Script[]
  projects: Project[]
  records: { type: string; name: string; content: string }[]
  sending: string[]
  /** Versions and pages that are uploaded from now on answer nobody. */
  illUploads: { worker: boolean; pages: boolean }
}

/** An account that has paid and has its domain, and nothing else. */
export const createAccount = (): Account => ({
  calls: [],
  plan: 'workers_paid',
  subdomain: 'my-company',
  zone: { name: 'my-company.ru', status: 'active' },
  databases: [],
  buckets: [],
  lifecycles: {},
  queues: [],
  scripts: [],
  projects: [],
  records: [],
  sending: [],
  illUploads: { worker: false, pages: false }
})

export const openDatabase = (): DatabaseSync => new DatabaseSync(':memory:')

/** Which version answers: in turn, so that each answers as often as its share says. */
export function answering(script: Script, turn: number): Version | null {
  const place = (turn * 37) % 100
  let sum = 0
  for (const share of script.deployments[0]?.versions ?? []) {
    sum += share.percentage
    if (place < sum) return script.versions.find(({ id }) => id === share.version_id) ?? null
  }
  return null
}
