// Who supplies answers, pictures, voices and films: the makers of the environment, and those that operators have added, with their opened
// keys. The keys stay in the memory of the isolate.
import { makerNames } from '#contract/maker-names.ts'
import type { SupplierRow } from '#data/directory/suppliers.ts'
import type { Environment } from '#domain/environment.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { log } from '#notices/report.ts'
import { connectionsIn } from '#providers/chat/environment-connections.ts'
import type { Connection } from '#providers/http/connection.ts'
import { mediaConnectionsIn } from '#providers/media/environment-connections.ts'
import { openSupplierKey } from '../crypto/supplier-key.ts'

/** The suppliers of the environment: operators can switch them, and nothing else. */
export const isMaker = (id: string): boolean => Object.hasOwn(makerNames, id)

export interface SuppliersInForce {
  suppliers: readonly Supplier[]
  /** By the id of a supplier that has a key which opens, also of one that is off. */
  connections: ReadonlyMap<string, Connection>
  /** The opened keys by what is stored of them, so that the next read need not open them again. */
  opened: ReadonlyMap<string, string>
}

function makersOf(rows: readonly SupplierRow[], environment: Environment): SuppliersInForce {
  const suppliers: Supplier[] = []
  const connections = new Map<string, Connection>()
  for (const connection of [...connectionsIn(environment), ...mediaConnectionsIn(environment)]) {
    const { supplier: id, dialect, baseUrl } = connection
    const row = rows.find((one) => one.id === id)
    const isOn = row?.isOn ?? true
    suppliers.push({
      id,
      name: makerNames[id] ?? id,
      dialect,
      baseUrl,
      isOn,
      perMinuteMax: row?.perMinuteMax ?? null
    })
    connections.set(id, connection)
  }
  return { suppliers, connections, opened: new Map() }
}

interface Stored {
  id: string
  name: string
  dialect: Connection['dialect']
  baseUrl: string
  sealedKey: string | null
  isOn: boolean
  perMinuteMax: number | null
}

/** Null for a row of a maker of the environment. */
function storedOf({ name, dialect, baseUrl, ...row }: SupplierRow): Stored | null {
  return isMaker(row.id) || name === null || dialect === null || baseUrl === null
    ? null
    : { ...row, name, dialect, baseUrl }
}

/** Null where none is stored, or where what is stored does not open. */
async function keyOf(stored: Stored, operatorToken: string | undefined, opened: ReadonlyMap<string, string>) {
  const { id, baseUrl, sealedKey } = stored
  if (sealedKey === null || operatorToken === undefined) return null
  // The name by which it is remembered says whose it is: one that was copied into another row is opened, and does not open, anew.
  const known = opened.get(`${id}\n${baseUrl}\n${sealedKey}`)
  if (known !== undefined) return known
  const key = await openSupplierKey(sealedKey, { supplier: id, baseUrl }, operatorToken)
  if (key === null) log({ event: 'supplier-key-not-opened', supplier: id })
  return key
}

/** @param before keys that an earlier read has opened */
export async function suppliersInForce(
  rows: readonly SupplierRow[],
  environment: Environment,
  before: ReadonlyMap<string, string>
): Promise<SuppliersInForce> {
  const makers = makersOf(rows, environment)
  const stored = rows.map(storedOf).filter((one) => one !== null)
  const keys = await Promise.all(stored.map((one) => keyOf(one, environment.OPERATOR_TOKEN, before)))
  const connections = new Map(makers.connections)
  const opened = new Map<string, string>()
  for (const [index, { id, dialect, baseUrl, sealedKey }] of stored.entries()) {
    const apiKey = keys[index] ?? null
    if (apiKey === null) continue
    opened.set(`${id}\n${baseUrl}\n${sealedKey}`, apiKey)
    connections.set(id, { supplier: id, dialect, baseUrl, apiKey })
  }
  const others = stored.map(({ id, name, dialect, baseUrl, isOn, perMinuteMax }) => {
    return { id, name, dialect, baseUrl, isOn, perMinuteMax }
  })
  return { suppliers: [...makers.suppliers, ...others], connections, opened }
}
