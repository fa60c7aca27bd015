// The nightly comparison. Neither side tells the other an address: both hash it with their common key.
import { pullErased } from './erasure.ts'
import type { Register } from './app.ts'
import type { RegisterDatabase } from './database.ts'
import { say } from './log.ts'
import { askWorker } from './worker-calls.ts'

/** As long as the Worker keeps a registration that was never confirmed, and a day. */
const unconfirmedKeptMs = 31 * 24 * 60 * 60_000

interface Finding {
  found: 'only abroad' | 'only here' | 'another address abroad'
  registerId: string
}

export interface Compared {
  accounts: number
  /** Accounts without a record, because they are older than the register. */
  older: number
  findings: Finding[]
}

type Recorded = { registerId: string; addressHash: string; isConfirmed: boolean }

const marksOf = (first: number, values: readonly string[]) => values.map((_, at) => `$${at + first}`).join(', ')

/** Which of a page of accounts are not recorded here, or not with this address. Those that are there are marked as seen. */
async function comparePage(database: RegisterDatabase, accounts: readonly Recorded[], now: number): Promise<Finding[]> {
  if (accounts.length === 0) return []
  const ids = accounts.map(({ registerId }) => registerId)
  const confirmed = accounts.filter(({ isConfirmed }) => isConfirmed).map(({ registerId }) => registerId)
  const change = (set: string, of: readonly string[]) =>
    database.run(`update records set ${set} where id in (${marksOf(2, of) || 'null'})`, [now, ...of])
  // The Worker names an older account by the first call that reached it, also one whose answer did not come back.
  await change('person = coalesce(person, id), named_at = $1', ids)
  await change("seen_at = $1, state = case when state = 'uncertain' then 'passed' else state end", confirmed)
  const theirs = `select person, kind, address_hash from records where person in (${marksOf(1, ids)})`
  const byPerson = Map.groupBy(await database.run(theirs, ids), ({ person }) => String(person))
  return accounts.flatMap(({ registerId, addressHash }): Finding[] => {
    const known = byPerson.get(registerId)
    if (!known) return [{ found: 'only abroad', registerId }]
    // An account that is older than the register may have none here.
    const hasAddress = known.some((row) => row['address_hash'] !== null && row['kind'] !== 'address')
    const isThere = known.some((row) => row['address_hash'] === addressHash)
    return isThere || !hasAddress ? [] : [{ found: 'another address abroad', registerId }]
  })
}

/** Registrations of which the Worker has just named no account, refusals, and calls of unknown persons. */
const purge = `delete from records where at < $1 and (
  (person = id and seen_at is null and coalesce(named_at, 0) < $2)
  or state = 'refused' or (person is null and (account is null or state = 'uncertain')))`

/** Compares all accounts with all records, and deletes what was kept long enough. @throws Error when the Worker cannot be reached */
export async function compare(register: Register, now: number): Promise<Compared> {
  const { settings, database } = register
  await pullErased(register)
  await database.run("update records set state = 'uncertain' where state = 'open' and at < $1", [now - 60 * 60_000])
  const compared: Compared = { accounts: 0, older: 0, findings: [] }
  for (let after = ''; ;) {
    const { accounts } = await askWorker(settings, 'accounts', { after })
    const recorded = accounts.flatMap(({ registerId, ...one }) => (registerId === null ? [] : [{ ...one, registerId }]))
    compared.accounts += accounts.length
    compared.older += accounts.length - recorded.length
    compared.findings.push(...(await comparePage(database, recorded, now)))
    const last = accounts.at(-1)
    if (!last) break
    after = last.account
  }
  // Accounts that were erased meanwhile are no findings.
  await pullErased(register)
  const gone = await database.run('select id from records where person = id and seen_at < $1', [now])
  compared.findings.push(...gone.map(({ id }) => ({ found: 'only here' as const, registerId: String(id) })))
  await database.run(purge, [now - unconfirmedKeptMs, now])
  say('compared', { ...compared, findings: compared.findings.length })
  return compared
}
