// Finds every place that stores a text: rows of D1, keys of R2, rows of Durable Objects.
import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
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

const namespaces = { USER: env.USER, LIMITER: env.LIMITER } as unknown as Record<string, DurableObjectNamespace>

const rowsOf = ({ sql }: DurableObjectStorage): Rows =>
  sql
    .exec<{ name: string }>(tableNames)
    .toArray()
    .flatMap(({ name }) => sql.exec<Rows[number]>(`select * from "${name}"`).toArray())

async function listObjects(namespace: DurableObjectNamespace, without: ReadonlySet<string>) {
  const ids = await listDurableObjectIds(namespace)
  return ids.filter((id) => !without.has(String(id))).map((id) => namespace.get(id))
}

/** Call once per file, which then looks at no object of the files before it: to wake all of them takes seconds. */
export function watchObjects() {
  const earlier = new Set<string>()
  beforeAll(async () => {
    for (const namespace of Object.values(namespaces))
      for (const { id } of await listObjects(namespace, earlier)) earlier.add(String(id))
  })

  async function objectRows(namespace: DurableObjectNamespace): Promise<Rows> {
    const objects = await listObjects(namespace, earlier)
    return (
      await Promise.all(objects.map((object) => runInDurableObject(object, (_, { storage }) => rowsOf(storage))))
    ).flat()
  }

  return {
    /** The places that hold any of these texts, such as `users`, `MEDIA`, `USER`. */
    async placesOf(...texts: string[]): Promise<string[]> {
      const stored = await databaseRows()
      const keys = (await env.MEDIA.list()).objects.map(({ key }) => key)
      stored.set('MEDIA', keys)
      for (const [name, namespace] of Object.entries(namespaces)) stored.set(name, await objectRows(namespace))
      return [...stored]
        .filter(([, rows]) => texts.some((text) => JSON.stringify(rows).includes(text)))
        .map(([place]) => place)
        .toSorted()
    },

    /** Runs the alarm of each that has one. */
    async ringAll(): Promise<void> {
      for (const namespace of Object.values(namespaces))
        for (const object of await listObjects(namespace, earlier)) await runDurableObjectAlarm(object)
    }
  }
}
