// The records of the register. A record is `open` from before the Worker hears of the call until its answer; `passed` or `refused` by that
// answer; `uncertain` when there was none, so that the Worker may or may not have it. An uncertain record keeps its data.
import type { RegisteredKind } from '#contract/register.ts'
import { addressHashOf, newId, sameAs } from './keys.ts'
import type { RegisterDatabase, Row } from './database.ts'
import type { Taken } from './taken.ts'

export interface Begun {
  id: string
  kind: RegisteredKind
  /** An earlier attempt with the same content had no known outcome, and its record is used again. */
  isRepeated: boolean
}

/** Who gave it first, and when, stays written. */
const reopen = `update records set state = 'open'
  where state = 'uncertain' and id = (select id from records where state = 'uncertain' and same_as = $1 order by at limit 1)
  returning id`

/** The address of a person, to which receipts go; of one asked for in place of it only once both mailboxes have agreed. */
const addressOf = (person: string, columns = 'known.address, known.address_hash') =>
  `select ${columns} from records as known
  where known.person = ${person} and known.address is not null and known.kind <> 'address' order by known.at desc limit 1`

const withAddress = `select distinct one.person, (${addressOf('one.person', 'known.address_hash')}) as address_hash
  from records as one where one.address_hash = $1 and one.person is not null`

/** Whose address this is now, and who had it once or only asked for it. */
export async function personsOf(database: RegisterDatabase, hash: string) {
  const { owners = [], others = [] } = Object.groupBy(await database.run(withAddress, [hash]), (row) =>
    row['address_hash'] === hash ? 'owners' : 'others'
  )
  return { owners: owners.map((row) => String(row['person'])), others: others.map((row) => String(row['person'])) }
}

const addressOfAccount = addressOf('(select person from records where account = $1 and person is not null limit 1)')

/** The records of a person: those of the account too, as calls with a session have named it. */
export const ofPerson = (person: string, table = 'records') =>
  `(${table}.person = ${person} or ${table}.account in (select theirs.account from records as theirs
    where theirs.person = ${person} and theirs.account is not null and theirs.kind <> 'address-confirmed'))`

const firsts = new Set(['registration', 'identity-registration'])

/** Records what a call gives, on the disk when this resolves. */
export async function beginRecord(
  database: RegisterDatabase,
  taken: Taken,
  { key, now, body }: { key: string; now: number; body: string }
): Promise<Begun> {
  const { kind, account, name, identity, consents } = taken
  const given = { address: taken.address, address_hash: taken.address && addressHashOf(key, taken.address) }
  const [owned] = kind === 'receipt' ? await database.run(addressOfAccount, [account]) : []
  const address = owned ?? given
  // A call that does not say whose it is repeats none, or two people would share a record.
  const isNamed = (firsts.has(kind) ? (taken.address ?? identity) : account) !== null
  const content = [kind, account, taken.address, name, identity, consents, kind === 'receipt' ? body : null]
  const same = sameAs(key, isNamed ? content : [newId()])
  const [known] = await database.run(reopen, [same])
  if (known) return { id: String(known['id']), kind, isRepeated: true }
  const id = newId()
  // A person is known by the record that came first.
  const person = firsts.has(kind) ? id : null
  const row = { ...taken, ...address, id, person, state: 'open', same_as: same, at: now }
  const columns = Object.keys(row)
  const values = columns.map((_, index) => `$${index + 1}`)
  await database.run(`insert into records (${columns.join(', ')}) values (${values.join(', ')})`, Object.values(row))
  return { id, kind, isRepeated: false }
}

const settle = `update records set state = $2, settled_at = $3, status = $4, person = coalesce($5, person) where id = $1`

const forget = `update records set state = 'refused', settled_at = $2, status = $3, same_as = '',
    account = null, address = null, address_hash = null, name = null, consents = null, identity = null, client = null
  where id = $1`

/** The address of the person's last request that passed becomes the one that the two letters confirmed. */
const confirmAddress = `update records set (address, address_hash) = (
    select asked.address, asked.address_hash from records as asked
    where ${ofPerson('records.person', 'asked')} and asked.kind = 'address' and asked.state <> 'refused'
    order by asked.at desc limit 1)
  where id = $1 and kind = 'address-confirmed' and person is not null`

const completeReceipt = `update records set (address, address_hash) = (${addressOf('records.person')})
  where id = $1 and address is null`

export interface Outcome {
  /** HTTP status of the Worker; null: it did not answer. */
  status: number | null
  /** Nothing of the call is stored abroad. */
  isRefused: boolean
  /** Whom the call concerned, as the Worker knows. */
  person: string | null
  /** Both mailboxes have agreed to another address, if that was asked. */
  isAddressChanged: boolean
}

/**
 * Writes down what became of a call. After a refusal nothing is stored abroad, so nothing is kept here either; unless an earlier attempt
 * under the same record may have arrived.
 */
export async function settleRecord(
  database: RegisterDatabase,
  { id, kind, isRepeated }: Begun,
  { status, isRefused, person, isAddressChanged }: Outcome,
  now: number
): Promise<void> {
  if (isRefused && !isRepeated) return void (await database.run(forget, [id, now, status]))
  const hasPassed = status !== null && status < 400
  await database.run(settle, [id, hasPassed ? 'passed' : 'uncertain', now, status, person])
  if (isAddressChanged) await database.run(confirmAddress, [id])
  // The register did not know yet whose account it is: only the Worker's first answer about it says that.
  if (kind === 'receipt' && person !== null) await database.run(completeReceipt, [id])
}

/** At the start: what was open when the process ended has no known outcome. @returns how many */
export const recoverRecords = async (database: RegisterDatabase): Promise<number> =>
  (await database.run("update records set state = 'uncertain' where state = 'open' returning id")).length

const pageSize = 500

/** All records, or those of one person, in pages. */
export async function* pagesOfRecords(database: RegisterDatabase, person?: string): AsyncGenerator<Row[]> {
  const theirs = person === undefined ? '' : `and ${ofPerson('$3')}`
  const page = `select * from records where id > $1 ${theirs} order by id limit $2`
  for (let after = ''; ;) {
    const rows = await database.run(page, [after, pageSize, ...(person === undefined ? [] : [person])])
    yield rows
    if (rows.length < pageSize) return
    after = String(rows.at(-1)?.['id'])
  }
}
