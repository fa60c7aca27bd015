// D1 with real SQLite, so that migrations really run; R2 buckets; queues with their consumers.
import type { Hono } from 'hono'
import { isObject, parseJson } from '../json.ts'
import { given, listed, refused } from './answer.ts'
import { type Account, openDatabase } from './state.ts'

const read = async (request: { text(): Promise<string> }): Promise<Record<string, unknown>> => {
  const body = parseJson(await request.text())
  return isObject(body) ? body : {}
}

export function mountResources(api: Hono, account: Account): void {
  mountDatabases(api, account)
  api.get('/accounts/:account/r2/buckets/:name', (c) => {
    const name = c.req.param('name')
    return account.buckets.includes(name)
      ? given({ name })
      : refused(404, 10006, 'The specified bucket does not exist.')
  })
  api.post('/accounts/:account/r2/buckets', async (c) => {
    const name = String((await read(c.req))['name'])
    if (account.buckets.includes(name)) return refused(409, 10004, 'The bucket you tried to create already exists')
    account.buckets.push(name)
    return given({ name })
  })
  api.get('/accounts/:account/r2/buckets/:name/lifecycle', (c) =>
    given({ rules: account.lifecycles[c.req.param('name')] ?? [] })
  )
  api.put('/accounts/:account/r2/buckets/:name/lifecycle', async (c) => {
    const { rules } = await read(c.req)
    account.lifecycles[c.req.param('name')] = Array.isArray(rules) ? rules : []
    return given({})
  })
  mountQueues(api, account)
}

/** D1 answers with a result for each statement; this one runs them all and answers for the last. */
function query(account: Account, id: string, sql: string, values: unknown[]): Response {
  const found = account.databases.find(({ uuid }) => uuid === id)
  if (!found) return refused(404, 7404, 'The database could not be found')
  try {
    let results: unknown[] = []
    if (values.length === 0 && sql.trim().replace(/;$/, '').includes(';')) found.database.exec(sql)
    else results = found.database.prepare(sql).all(...(values as string[]))
    return given([{ results, success: true, meta: { duration: 0 } }])
  } catch (error) {
    return refused(400, 7500, error instanceof Error ? error.message : 'SQLITE_ERROR')
  }
}

const shownDatabase = ({ uuid, name }: { uuid: string; name: string }) => ({ uuid, name, version: 'production' })

function mountDatabases(api: Hono, account: Account): void {
  const path = '/accounts/:account/d1/database'
  api.get(path, (c) => {
    const { name } = c.req.query()
    return listed(account.databases.filter((one) => name === undefined || one.name.includes(name)).map(shownDatabase))
  })
  api.post(path, async (c) => {
    const name = String((await read(c.req))['name'])
    if (account.databases.some((one) => one.name === name)) return refused(400, 7502, 'Database exists')
    const made = { uuid: crypto.randomUUID(), name, database: openDatabase() }
    account.databases.push(made)
    return given(shownDatabase(made))
  })
  api.get(`${path}/:id`, (c) => {
    const found = account.databases.find(({ uuid, name }) => [uuid, name].includes(c.req.param('id')))
    return found ? given(shownDatabase(found)) : refused(404, 7404, 'The database could not be found')
  })
  api.post(`${path}/:id/query`, async (c) => {
    const { sql, params } = await read(c.req)
    return query(account, c.req.param('id'), String(sql), Array.isArray(params) ? params : [])
  })
  api.get(`${path}/:id/time_travel/bookmark`, () => given({ bookmark: `00000000-${crypto.randomUUID()}` }))
}

const shownQueue = ({ id, name, consumers }: Account['queues'][number]) => ({
  queue_id: id,
  queue_name: name,
  consumers,
  producers: [],
  producers_total_count: 0,
  consumers_total_count: consumers.length
})

function mountQueues(api: Hono, account: Account): void {
  const path = '/accounts/:account/queues'
  const find = (id: string) => account.queues.find((one) => one.id === id)
  api.get(path, (c) => {
    const names = c.req.queries('name')
    return listed(account.queues.filter(({ name }) => names === undefined || names.includes(name)).map(shownQueue))
  })
  api.post(path, async (c) => {
    const name = String((await read(c.req))['queue_name'])
    if (account.queues.some((one) => one.name === name)) return refused(409, 11009, 'Queue name is already taken')
    const made = { id: crypto.randomUUID().replaceAll('-', ''), name, consumers: [] }
    account.queues.push(made)
    return given(shownQueue(made))
  })
  api.get(`${path}/:id/consumers`, (c) => listed(find(c.req.param('id'))?.consumers ?? []))
  api.post(`${path}/:id/consumers`, async (c) => {
    const found = find(c.req.param('id'))
    if (!found) return refused(404, 11000, 'Queue does not exist')
    const consumer = { ...(await read(c.req)), consumer_id: crypto.randomUUID().replaceAll('-', '') }
    found.consumers.push(consumer)
    return given(consumer)
  })
  api.put(`${path}/:id/consumers/:consumer`, async (c) =>
    given({ ...(await read(c.req)), consumer_id: c.req.param('consumer') })
  )
}
