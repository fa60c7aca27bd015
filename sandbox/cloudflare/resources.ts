// What an account has beside its Workers and pages: a plan, a domain with its records and its mail, D1 with real SQLite, so that
// migrations really run, R2 buckets, queues with their consumers.
import { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import { type Account, given, listed, newId, read, refused } from './state.ts'

export function mountAccount(api: Hono, account: Account): void {
  api.get('/user/tokens/verify', () => given({ status: 'active' }))
  api.get('/accounts/:account', () => given({ name: 'Моя компания' }))
  api.get('/accounts/:account/subscriptions', () => listed([{ rate_plan: { id: account.plan } }]))
  api.get('/accounts/:account/workers/subdomain', () => given({ subdomain: account.subdomain }))
  api.get('/zones', (c) => listed(account.zone?.name === c.req.query('name') ? [{ id: 'zone', ...account.zone }] : []))
  api.get('/zones/:zone/dns_records', (c) => {
    const { type, name } = c.req.query()
    return listed(account.records.filter((one) => one.name === name && (type === undefined || one.type === type)))
  })
  api.post('/zones/:zone/dns_records', async (c) => {
    const body = await read(c)
    const record = { type: String(body['type']), name: String(body['name']), content: String(body['content']) }
    // A CNAME stands alone.
    if (account.records.some(({ name, type }) => name === record.name && [type, record.type].includes('CNAME')))
      return refused(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.')
    account.records.push(record)
    return given(record)
  })
  const sending = '/zones/:zone/email/sending/subdomains'
  api.get(sending, () => listed(account.sending.map((name) => ({ name, enabled: true }))))
  api.post(sending, async (c) =>
    given({ name: account.sending[account.sending.push(String((await read(c))['name'])) - 1] })
  )
}

/** D1 answers with a result for each statement; this one runs them all and answers for the last. */
function query(database: DatabaseSync, sql: string, values: unknown): Response {
  try {
    const isScript = sql.trim().replace(/;$/, '').includes(';')
    if (isScript) database.exec(sql)
    const results = isScript ? [] : database.prepare(sql).all(...((values ?? []) as string[]))
    return given([{ results, success: true, meta: { duration: 0 } }])
  } catch (error) {
    return refused(400, 7500, String(error))
  }
}

const noDatabase = () => refused(404, 7404, 'The database could not be found')

export function mountDatabases(api: Hono, account: Account): void {
  const path = '/accounts/:account/d1/database'
  const find = (wanted: string) => account.databases.find(({ uuid, name }) => [uuid, name].includes(wanted))
  api.post(path, async (c) => {
    const name = String((await read(c))['name'])
    if (find(name)) return refused(400, 7502, 'Database exists')
    const made = { uuid: crypto.randomUUID(), name, database: new DatabaseSync(':memory:') }
    account.databases.push(made)
    return given({ uuid: made.uuid, name })
  })
  api.get(`${path}/:id`, (c) => {
    const found = find(c.req.param('id'))
    return found ? given({ uuid: found.uuid, name: found.name, version: 'production' }) : noDatabase()
  })
  api.post(`${path}/:id/query`, async (c) => {
    const { sql, params } = await read(c)
    const found = find(c.req.param('id'))
    return found ? query(found.database, String(sql), params) : noDatabase()
  })
  api.get(`${path}/:id/time_travel/bookmark`, () => given({ bookmark: newId() }))
}

export function mountBuckets(api: Hono, account: Account): void {
  const path = '/accounts/:account/r2/buckets'
  api.get(`${path}/:name`, (c) => {
    const name = c.req.param('name')
    return account.buckets.includes(name)
      ? given({ name })
      : refused(404, 10006, 'The specified bucket does not exist.')
  })
  api.post(path, async (c) => {
    const name = String((await read(c))['name'])
    if (account.buckets.includes(name)) return refused(409, 10004, 'The bucket you tried to create already exists')
    account.buckets.push(name)
    return given({ name })
  })
}

export function mountQueues(api: Hono, account: Account): void {
  const path = '/accounts/:account/queues'
  api.get(path, (c) =>
    listed(account.queues.filter(({ queue_name: name }) => c.req.queries('name')?.includes(name) ?? true))
  )
  api.post(path, async (c) => {
    const made = { queue_id: newId(), queue_name: String((await read(c))['queue_name']), consumers: [] }
    if (account.queues.some((one) => one.queue_name === made.queue_name))
      return refused(409, 11009, 'Queue name is already taken')
    account.queues.push(made)
    return given(made)
  })
  api.post(`${path}/:id/consumers`, async (c) => {
    const found = account.queues.find((one) => one.queue_id === c.req.param('id'))
    if (!found) return refused(404, 11000, 'Queue does not exist')
    found.consumers.push({ ...(await read(c)), consumer_id: newId() })
    return given({})
  })
}
