// What a person has at Cloudflare: the account, its plan, a domain with its records and its mail.
import type { Hono } from 'hono'
import { isObject, type JsonObject, parseJson } from '../json.ts'
import { given, listed, refused } from './answer.ts'
import type { Account } from './state.ts'

const zoneId = 'a'.repeat(32)

/** IPv6 addresses are stored in their shortest form. */
const contentOf = ({ type, content }: JsonObject): string =>
  type === 'AAAA' ? new URL(`http://[${String(content)}]`).hostname.slice(1, -1) : String(content)

export function mountAccount(api: Hono, account: Account): void {
  api.get('/user/tokens/verify', () => given({ id: 'token', status: 'active' }))
  api.get('/user', () => given({ id: 'user', email: 'owner@my-company.ru' }))
  api.get('/memberships', () => listed([]))
  api.get('/accounts/:account', (c) => given({ id: c.req.param('account'), name: 'Моя компания', type: 'standard' }))
  api.get('/accounts/:account/subscriptions', () => listed([{ id: 'plan', rate_plan: { id: account.plan } }]))
  api.get('/zones', (c) => {
    const { zone } = account
    return listed(zone && zone.name === c.req.query('name') ? [{ id: zoneId, ...zone }] : [])
  })
  api.get('/zones/:zone/dns_records', (c) => {
    const { type, name } = c.req.query()
    return listed(account.records.filter((one) => one.name === name && (type === undefined || one.type === type)))
  })
  api.post('/zones/:zone/dns_records', async (c) => {
    const body = parseJson(await c.req.text())
    if (!isObject(body)) return refused(400, 9005, 'Content for the record is invalid')
    const record = { type: String(body['type']), name: String(body['name']), content: contentOf(body) }
    const others = account.records.filter(({ name }) => name === record.name)
    if (others.some(({ type, content }) => type === record.type && content === record.content))
      return refused(400, 81058, 'An identical record already exists.')
    if (others.some(({ type }) => (type === 'CNAME') !== (record.type === 'CNAME')))
      return refused(400, 81053, 'An A, AAAA, or CNAME record with that host already exists.')
    account.records.push(record)
    return given({ id: crypto.randomUUID(), ...record })
  })
  api.get('/zones/:zone/email/sending/subdomains', () =>
    listed(account.sending.map((name) => ({ tag: name, name, enabled: true })))
  )
  api.post('/zones/:zone/email/sending/subdomains', async (c) => {
    const body = parseJson(await c.req.text())
    const name = isObject(body) ? String(body['name']) : ''
    if (name === '' || account.sending.includes(name)) return refused(409, 2030, 'Subdomain exists')
    account.sending.push(name)
    return given({ tag: name, name, enabled: true })
  })
}
