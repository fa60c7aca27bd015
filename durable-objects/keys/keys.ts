// The user's keys of the API. The rows decide from the very next call on, and only hashes of secrets are in them. A key that has ended
// keeps its row, without its hashes, so that what it spent has a name.
import { prepareOnce } from '../base/tables.ts'
import { timingSafeEqual } from 'node:crypto'
import { apiKeysMax, type ApiScope } from '#contract/api-key-words.ts'
import { isWorking } from '#domain/api-key-rules.ts'
import { insertRow } from '../wallet/insert-row.ts'
import type { WalletRow } from '../wallet/backup-calls.ts'
import type { KeyChoice, KeyFacts, KeyName, KeyResult, KeySecret } from './calls.ts'

/** Ended and expired keys whose names are kept. */
const overMax = 100
const minuteMs = 60_000

const table = `
  create table if not exists api_keys (
    id text primary key, name text not null, scopes text not null, models text, networks text,
    hint text not null, secret_hash text not null, previous_hash text, overlaps_until integer,
    created_at integer not null, expires_at integer, ended_at integer, last_used_at integer,
    budgets text not null) without rowid`

interface Row extends Record<string, SqlStorageValue> {
  id: string
  name: string
  /** This and the two lists behind it in JSON. */
  scopes: string
  models: string | null
  networks: string | null
  hint: string
  secret_hash: string
  previous_hash: string | null
  overlaps_until: number | null
  created_at: number
  expires_at: number | null
  ended_at: number | null
  last_used_at: number | null
  budgets: string
}

export interface StoredKey extends KeyChoice {
  id: string
  hint: string
  secretHash: string
  /** Of the secret that was replaced. */
  previousHash: string | null
  overlapsUntil: number | null
  createdAt: number
  endedAt: number | null
  lastUsedAt: number | null
}

const listOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]))

const keyOf = (row: Row): StoredKey => ({
  id: row.id,
  name: row.name,
  scopes: JSON.parse(row.scopes) as ApiScope[],
  models: listOf(row.models),
  networks: listOf(row.networks),
  hint: row.hint,
  secretHash: row.secret_hash,
  previousHash: row.previous_hash,
  overlapsUntil: row.overlaps_until,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  lastUsedAt: row.last_used_at,
  budgets: JSON.parse(row.budgets) as KeyChoice['budgets']
})

const rowOf = (key: StoredKey): Row => ({
  id: key.id,
  name: key.name,
  scopes: JSON.stringify(key.scopes),
  models: key.models && JSON.stringify(key.models),
  networks: key.networks && JSON.stringify(key.networks),
  hint: key.hint,
  secret_hash: key.secretHash,
  previous_hash: key.previousHash,
  overlaps_until: key.overlapsUntil,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  ended_at: key.endedAt,
  last_used_at: key.lastUsedAt,
  budgets: JSON.stringify(key.budgets)
})

const shown = (key: StoredKey, now: number): KeyFacts => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: [...key.scopes],
  models: key.models && [...key.models],
  networks: key.networks && [...key.networks],
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  overlaps_until: key.overlapsUntil !== null && key.overlapsUntil > now ? key.overlapsUntil : null,
  budgets: key.budgets
})

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export class Keys {
  readonly #sql: SqlStorage
  /** Stay in memory once they were read: the object is the only writer. */
  #keys: Map<string, StoredKey> | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    prepareOnce(sql, 'keys', table)
  }

  /** Newest first, also those that have expired; those that have ended only if they are asked for. */
  list(now: number, withEnded = false): KeyFacts[] {
    return [...this.#read().values()]
      .filter(({ endedAt }) => withEnded || endedAt === null)
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1))
      .map((key) => ({ ...shown(key, now), ...(withEnded && { ended_at: key.endedAt }) }))
  }

  /** All that are known, also those that have ended. */
  names = (): KeyName[] =>
    [...this.#read().values()].map(({ id, name, endedAt }) => ({ id, name, isEnded: endedAt !== null }))

  make({ keyId: id, secretHash, hint, ...choice }: KeySecret & KeyChoice, now: number): KeyResult<KeyFacts> {
    const known = this.#read().get(id)
    if (known && known.secretHash !== secretHash) throw new Error('Two keys of a user have the same id')
    if (known) return { state: 'done', apiKey: shown(known, now) }
    if (this.#working(now) >= apiKeysMax) return { state: 'full' }
    const replaced = { previousHash: null, overlapsUntil: null }
    const key = { ...choice, id, hint, secretHash, ...replaced, createdAt: now, endedAt: null, lastUsedAt: null }
    const result = this.#store(key, now)
    this.#forgetOver(now)
    return result
  }

  change(id: string, change: Partial<KeyChoice>, now: number): KeyResult<KeyFacts> {
    const known = this.#living(id)
    if (!known) return { state: 'unknown' }
    const key = { ...known, ...change }
    const revives = isWorking(key, now) && !isWorking(known, now)
    if (revives && this.#working(now) >= apiKeysMax) return { state: 'full' }
    return this.#store(key, now)
  }

  /** @param overlapsUntil until when the secret before it works; null: it ends at once, and so does what it has begun */
  replace({ keyId: id, secretHash, hint }: KeySecret, overlapsUntil: number | null, now: number): KeyResult<KeyFacts> {
    const known = this.#living(id)
    if (!known) return { state: 'unknown' }
    if (known.secretHash === secretHash) return { state: 'done', apiKey: shown(known, now) }
    const previousHash = overlapsUntil === null ? null : known.secretHash
    return this.#store({ ...known, secretHash, hint, previousHash, overlapsUntil }, now)
  }

  /** @returns false: there is no such key */
  end(id: string, now: number): boolean {
    const known = this.#read().get(id)
    if (!known) return false
    const none = { secretHash: '', previousHash: null, overlapsUntil: null, networks: null }
    if (known.endedAt === null) this.#store({ ...known, ...none, endedAt: now }, now)
    this.#forgetOver(now)
    return true
  }

  /** The working key with this secret; undefined: there is none. */
  proven(id: string, secretHash: string, now: number): StoredKey | undefined {
    const key = this.#read().get(id)
    if (!key || !isWorking(key, now)) return undefined
    const overlaps = key.previousHash !== null && key.overlapsUntil !== null && now < key.overlapsUntil
    const isCurrent = isSameHash(key.secretHash, secretHash)
    return isCurrent || (overlaps && isSameHash(key.previousHash ?? '', secretHash)) ? key : undefined
  }

  /** Whether what was begun with this secret may go on: expiring ends nothing that runs, replacing at once and deleting do. */
  goesOn(id: string, secretHash: string): boolean {
    const key = this.#read().get(id)
    if (!key || key.endedAt !== null) return false
    return isSameHash(key.secretHash, secretHash) || isSameHash(key.previousHash ?? '', secretHash)
  }

  /** Whether a key that was proven before still works. */
  works(id: string, now: number): boolean {
    const key = this.#read().get(id)
    return key !== undefined && isWorking(key, now)
  }

  /** Stored at most once a minute. */
  noteUse(id: string, now: number): void {
    const key = this.#read().get(id)
    const at = now - (now % minuteMs)
    if (key && (key.lastUsedAt ?? 0) < at) this.#store({ ...key, lastUsedAt: at }, now)
  }

  /** For a backup. */
  rows = (): Row[] => this.#sql.exec<Row>('select * from api_keys order by id').toArray()

  /** In place of all that there are. */
  restore(rows: readonly WalletRow[]): void {
    this.erase()
    for (const row of rows) insertRow(this.#sql, 'api_keys', row)
  }

  erase(): void {
    this.#sql.exec('delete from api_keys')
    this.#keys = undefined
  }

  #read(): Map<string, StoredKey> {
    return (this.#keys ??= new Map(this.rows().map((row) => [row.id, keyOf(row)])))
  }

  #living(id: string): StoredKey | undefined {
    const known = this.#read().get(id)
    return known?.endedAt === null ? known : undefined
  }

  #working(now: number): number {
    return [...this.#read().values()].filter((key) => isWorking(key, now)).length
  }

  #store(key: StoredKey, now: number): KeyResult<KeyFacts> {
    insertRow(this.#sql, 'api_keys', rowOf(key))
    this.#read().set(key.id, key)
    return { state: 'done', apiKey: shown(key, now) }
  }

  #forgetOver(now: number): void {
    const overAt = ({ endedAt, expiresAt }: StoredKey) => endedAt ?? expiresAt ?? now
    const over = [...this.#read().values()].filter((key) => !isWorking(key, now))
    for (const { id } of over.toSorted((one, other) => overAt(other) - overAt(one)).slice(overMax)) {
      this.#sql.exec('delete from api_keys where id = ?', id)
      this.#read().delete(id)
    }
  }
}
