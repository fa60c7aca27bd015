// Links to works: what they show, until when, and that they end with the work, the account and the owner's wish.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type SharedJob, type JobShare, jobSharesMax } from '#contract/job-shares.ts'
import { historyRows } from '../support/worker/histories.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { addJob, finishedJobId } from '../support/worker/owner.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { countOf, recount } from '../support/worker/storing.ts'

const create = ({ send }: Person, body: object = {}, key = crypto.randomUUID()) =>
  send(
    'POST',
    `/library/works/${finishedJobId}/shares`,
    { days: null, withPrompt: false, ...body },
    { 'idempotency-key': key }
  )
const share = async (person: Person, body?: object, key?: string) =>
  (await dataOf<{ share: JobShare }>(await create(person, body, key))).share
const tokenOf = ({ url }: JobShare) => new URL(url!).searchParams.get('t')!
const open = (one: JobShare) => sendAsVisitor('GET', `/shared-works/${tokenOf(one)}`)
const file = (one: JobShare, headers = {}) =>
  sendAsVisitor('GET', `/shared-works/${tokenOf(one)}/files/0`, undefined, headers)
const list = async ({ send }: Person) =>
  (await dataOf<{ items: JobShare[] }>(await send('GET', '/library/shares'))).items

async function owner(shard?: number) {
  const person = await newPerson(shard === undefined ? {} : { shard })
  return { person, ...(await addJob(person.userId)) }
}

test.each([1, 2])('a visitor sees the work and nothing of its owner (history %i)', async (shard) => {
  const { person } = await owner(shard)
  const made = await share(person)
  expect(made.url).toMatch(new RegExp(`^${env.SITE_ORIGIN}/shared\\?t=h${shard}-[0-9a-f]{40}$`))
  const response = await open(made)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  const text = await response.text()
  const { data } = JSON.parse(text) as { data: SharedJob }
  expect(data).toMatchObject({ kind: 'image', service: 'flux', prompt: null, expires_at: null })
  for (const secret of [person.userId, 'море', 'priceTokens', finishedJobId]) expect(text).not.toContain(secret)
  const seen = await file(made)
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining('sandbox')
  })
  expect(await seen.text()).toBe('bytes')
  const part = await file(made, { range: 'bytes=0-1' })
  expect([part.status, await part.text()]).toEqual([206, 'by'])
  expect((await sendAsVisitor('GET', `/shared-works/${tokenOf(made)}/files/1`)).status).toBe(404)
  const told = await share(person, { withPrompt: true })
  expect(await dataOf<SharedJob>(await open(told))).toMatchObject({ prompt: 'море' })
})

test('a repeated request gets the same link, is counted once, and revoking it ends it at once', async () => {
  const { person } = await owner()
  const key = crypto.randomUUID()
  const made = await share(person, {}, key)
  expect(await share(person, {}, key)).toEqual(made)
  expect(await list(person)).toEqual([made])
  expect(await countOf(person)).toBe(await recount(person))
  expect((await person.send('DELETE', `/library/shares/${made.id}`)).status).toBe(200)
  expect([(await open(made)).status, (await file(made)).status]).toEqual([404, 404])
  expect(await list(person)).toEqual([])
  expect(await countOf(person)).toBe(await recount(person))
})

test('a link works as long as it was made for', async () => {
  const { person } = await owner()
  const made = await share(person, { days: 7 })
  expect(made.expires_at! - made.created_at).toBe(7 * 24 * 60 * 60 * 1000)
  expect((await open(made)).status).toBe(200)
  await historyRows(person.userId).prepare('update job_shares set expires_at = ?').bind(Date.now()).run()
  expect([(await open(made)).status, (await file(made)).status]).toEqual([404, 404])
  expect(await list(person)).toEqual([])
  expect(await countOf(person)).toBe(await recount(person))
})

test('links that have expired make room for new ones', async () => {
  const { person, jobId } = await owner()
  const fill = (expiresAt: number | null) =>
    historyRows(person.userId)
      .prepare(
        `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${jobSharesMax})
        insert into job_shares select 'share ' || n, ?1, ?2, ?1 || n, 0, n, ?3 from counted`
      )
      .bind(person.userId, jobId, expiresAt)
      .run()
  await fill(null)
  expect(await answered(await create(person))).toMatchObject({ status: 409, code: 'TOO_MANY_SHARES' })
  await historyRows(person.userId).prepare('delete from job_shares where user_id = ?').bind(person.userId).run()
  await fill(1)
  expect((await create(person)).status).toBe(200)
  expect(await list(person)).toHaveLength(1)
})

test('deleting the work ends its links and leaves no row', async () => {
  const { person } = await owner()
  const made = await share(person)
  await person.send('DELETE', `/jobs/${finishedJobId}/files`)
  expect([(await open(made)).status, (await file(made)).status]).toEqual([404, 404])
  expect((await create(person)).status).toBe(404)
  const rows = historyRows(person.userId).prepare('select 1 from job_shares where user_id = ?').bind(person.userId)
  expect((await rows.all()).results).toEqual([])
})

test('a link that survives a deletion cut short still opens nothing', async () => {
  const { person } = await owner()
  const made = await share(person)
  await historyRows(person.userId).prepare('update jobs set deleted_at = 1 where user_id = ?').bind(person.userId).run()
  expect([(await open(made)).status, (await file(made)).status]).toEqual([404, 404])
  expect(await list(person)).toEqual([])
})

test('a deletion request closes the user’s links, and an erasure leaves none', async () => {
  const { person } = await owner()
  const made = await share(person)
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(person.userId).run()
  expect([(await open(made)).status, (await file(made)).status]).toEqual([404, 404])
  await eraseAccounts(env, Date.now())
  const rows = historyRows(person.userId).prepare('select 1 from job_shares where user_id = ?').bind(person.userId)
  expect((await rows.all()).results).toEqual([])
})

test('a token that opens nothing is answered the same, and a token of a chat opens no work', async () => {
  const { person } = await owner(1)
  const token = tokenOf(await share(person))
  const refused = await answered(await sendAsVisitor('GET', '/shared-works/nothing'))
  expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  for (const wrong of [token.replace('h1-', 'h2-'), token.replace('h1-', 'h9-'), `${token}0`, token.toUpperCase()])
    expect(await answered(await sendAsVisitor('GET', `/shared-works/${wrong}`)), wrong).toEqual(refused)
  expect((await sendAsVisitor('GET', `/shares/${token}`)).status).toBe(404)
  const row = await historyRows(person.userId)
    .prepare('select * from job_shares where user_id = ?')
    .bind(person.userId)
    .first()
  expect(JSON.stringify(row)).not.toContain(token.split('-').at(-1))
})
