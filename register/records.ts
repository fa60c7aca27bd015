// The records of the register. A record is `open` from before the Worker hears of the call until its answer; `passed` or `refused` by that
// answer; `uncertain` when there was none, so that the Worker may or may not have it. An uncertain record keeps its data.
import { addressHashOf, newId, sameAs } from './keys.ts'
import type { RegisterDatabase, Row } from './database.ts'
import type { Taken } from './taken.ts'

export interface Begun {
  id: string
  /** An earlier attempt with the same content had no known outcome, and its record is used again. */
  isRepeated: boolean
}

const reopen = `update records set state = 'open', at = $2, client = $3
  where state = 'uncertain' and id = (select id from records where state = 'uncertain' and same_as = $1 order by at limit 1)
  returning id`

const insert = `insert into records
    (id, kind, state, same_as, at, person, account, address, address_hash, name, consents, identity, client)
  values ($1, $2, 'open', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const firsts = new Set(['registration', 'identity-registration'])

/** Records what a call gives, on the disk when this resolves. */
export async function beginRecord(
  database: RegisterDatabase,
  taken: Taken,
  { key, now }: { key: string; now: number }
): Promise<Begun> {
  const { kind, account, address, name, consents, identity, client } = taken
  const addressHash = address && addressHashOf(key, address)
  const same = sameAs(key, [kind, account, addressHash, name, identity])
  const [known] = await database.run(reopen, [same, now, client])
  if (known) return { id: String(known['id']), isRepeated: true }
  const id = newId()
  // A person is known by the record that came first.
  const person = firsts.has(kind) ? id : null
  await database.run(insert, [
    id,
    kind,
    same,
    now,
    person,
    account,
    address,
    addressHash,
    name,
    consents,
    identity,
    client
  ])
  return { id, isRepeated: false }
}

const settle = `update records set state = $2, settled_at = $3, status = $4, person = coalesce($5, person) where id = $1`

const forget = `update records set state = 'refused', settled_at = $2, status = $3,
    account = null, address = null, address_hash = null, name = null, consents = null, identity = null, client = null
  where id = $1`

/** The address of the person's last request that passed becomes the one that the two letters confirmed. */
const confirmAddress = `update records set (address, address_hash) = (
    select asked.address, asked.address_hash from records as asked
    where asked.person = records.person and asked.kind = 'address' and asked.state <> 'refused' order by asked.at desc limit 1)
  where id = $1 and kind = 'address-confirmed' and person is not null`

export interface Outcome {
  /** HTTP status of the Worker; null: it did not answer. */
  status: number | null
  /** Whom the call concerned, as the Worker knows. */
  person: string | null
  /** Both mailboxes have agreed to another address. */
  isAddressChanged: boolean
}

/**
 * Writes down what became of a call. After a refusal nothing is stored abroad, so nothing is kept here either; unless an earlier attempt
 * under the same record may have arrived.
 */
export async function settleRecord(
  database: RegisterDatabase,
  { id, isRepeated }: Begun,
  { status, person, isAddressChanged }: Outcome,
  now: number
): Promise<void> {
  const isRefused = status !== null && status >= 400 && status < 500
  if (isRefused && !isRepeated) {
    await database.run(forget, [id, now, status])
    return
  }
  const hasPassed = status !== null && status < 400
  await database.run(settle, [id, hasPassed ? 'passed' : 'uncertain', now, status, person])
  if (isAddressChanged) await database.run(confirmAddress, [id])
}

/** At the start: what was open when the process ended has no known outcome. @returns how many */
export async function recoverRecords(database: RegisterDatabase): Promise<number> {
  return (await database.run("update records set state = 'uncertain' where state = 'open' returning id")).length
}

const pageSize = 500

/** All records, or those of everybody who has given this address, in pages. */
export async function* pagesOfRecords(database: RegisterDatabase, addressHash?: string): AsyncGenerator<Row[]> {
  const theirs = `(person in (select person from records where address_hash = $3)
    or account in (select account from records where address_hash = $3) or address_hash = $3)`
  let after = ''
  for (;;) {
    const rows = await database.run(
      `select * from records where id > $1 ${addressHash === undefined ? '' : `and ${theirs}`} order by id limit $2`,
      addressHash === undefined ? [after, pageSize] : [after, pageSize, addressHash]
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < pageSize || !last) return
    after = String(last['id'])
  }
}
