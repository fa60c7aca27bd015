// Erasure on both sides. The Worker erases after its time for second thoughts and tells the register; or an authority's demand begins
// here, and the register asks the Worker.
import type { RegisterDatabase } from './database.ts'
import { addressHashOf } from './keys.ts'
import { say } from './log.ts'
import type { Register } from './app.ts'
import { ofPerson, personsOf } from './records.ts'
import { askWorker, Refused } from './worker-calls.ts'

type Erased = { registerId: string; account: string; erasedAt: number }

/**
 * All records of a person. Registrations of the address that never became an account go with them, but none of the last days: another
 * person may just be registering an address that this one had before.
 */
const erase = `delete from records
  where ${ofPerson('$1')} or account = $2
    or (person = id and seen_at is null and at <= $3 and address_hash in
      (select address_hash from records where (person = $1 or account = $2) and kind <> 'address'))
  returning id`

const eraseRecords = async (database: RegisterDatabase, { registerId, account, erasedAt }: Erased): Promise<number> =>
  (await database.run(erase, [registerId, account, erasedAt - 3 * 24 * 60 * 60_000])).length

/** Erases whom the Worker has erased, and tells it so. @returns how many records went */
export async function pullErased({ settings, database }: Register): Promise<number> {
  let records = 0
  let acknowledged: string[] = []
  for (;;) {
    const { erased } = await askWorker(settings, 'erased', { acknowledged })
    if (erased.length === 0) break
    for (const one of erased) records += await eraseRecords(database, one)
    acknowledged = erased.map(({ registerId }) => registerId)
  }
  if (records > 0) say('erased', { records })
  return records
}

async function orderOne({ settings, database }: Register, person: string, now: number): Promise<string> {
  try {
    const { erasedAt } = await askWorker(settings, 'erasure', { registerId: person })
    if (erasedAt === null) {
      const records = await eraseRecords(database, { registerId: person, account: '', erasedAt: now })
      return `${person}: the platform has no such account; ${records} records erased here.`
    }
    await database.run('update records set erasing_at = $2 where person = $1', [person, now])
    return `${person}: the platform erases the account on ${new Date(erasedAt).toISOString()}; this register follows within a minute.`
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return `${person}: refused by the platform (${error.message}). Nothing was erased.`
  }
}

/** Begins the erasure of everybody whose address this is. @returns one line for each of them, and for all who once gave it */
export async function orderErasure(register: Register, address: string, now: number): Promise<string[]> {
  const { settings, database } = register
  const hash = addressHashOf(settings.REGISTER_KEY, address)
  const { owners, others } = await personsOf(database, hash)
  const lines = others.map((person) => `${person}: had this address once, or only asked for it. Nothing was ordered.`)
  for (const person of owners) lines.push(await orderOne(register, person, now))
  const ofNobody = 'delete from records where address_hash = $1 and person is null returning id'
  const loose = await database.run(ofNobody, [hash])
  if (loose.length > 0) lines.push(`${loose.length} records of calls without a known outcome erased here.`)
  return lines
}
