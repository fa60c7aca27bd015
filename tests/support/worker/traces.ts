// Finds every place that stores a text: rows of D1, keys of R2, rows of Durable Objects.
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { allDatabases, tablesIn } from './histories.ts'

type Rows = Record<string, SqlStorageValue>[]

const tableNames = "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'"

async function databaseRows(): Promise<Map<string, unknown[]>> {
  const rows = new Map<string, unknown[]>()
  for (const { name, database } of await tablesIn(allDatabases())) {
    const { results } = await database.prepare(`select * from "${name}"`).all()
    rows.set(name, [...(rows.get(name) ?? []), ...results])
  }
  return rows
}

const namespaces = { USER: env.USER, LIMITER: env.LIMITER }

const rowsOf = ({ sql }: DurableObjectStorage): Rows =>
  sql
    .exec<{ name: string }>(tableNames)
    .toArray()
    .flatMap(({ name }) => sql.exec<Rows[number]>(`select * from "${name}"`).toArray())

async function objectRows(namespace: DurableObjectNamespace): Promise<Rows> {
  const ids = await listDurableObjectIds(namespace)
  const rows = ids.map((id) => runInDurableObject(namespace.get(id), (_, { storage }) => rowsOf(storage)))
  return (await Promise.all(rows)).flat()
}

/** The places that hold any of these texts, such as `users`, `MEDIA`, `USER`. */
export async function placesOf(...texts: string[]): Promise<string[]> {
  const stored = await databaseRows()
  const keys = (await env.MEDIA.list()).objects.map(({ key }) => key)
  stored.set('MEDIA', keys)
  for (const [name, namespace] of Object.entries(namespaces)) stored.set(name, await objectRows(namespace))
  return [...stored]
    .filter(([, rows]) => texts.some((text) => JSON.stringify(rows).includes(text)))
    .map(([place]) => place)
    .toSorted()
}
