// Links to copies of conversations: what they show, until when, and what is left of them.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { type Share, type SharedChat, sharesMax } from '#contract/shares.ts'
import { sharesPrefix } from '#data/files/share-files.ts'
import { attach } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { addChat } from '../support/worker/owner.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { jpeg } from '../support/worker/pictures.ts'
import { countOf, recount, say } from '../support/worker/storing.ts'
import { ask, newChat, shownIn } from '../support/worker/versions.ts'

const create = ({ send }: Person, id: number, key = crypto.randomUUID()) =>
  send('POST', `/chat/conversations/${id}/shares`, {}, { 'idempotency-key': key })
const share = async (person: Person, id: number, key?: string) =>
  (await dataOf<{ share: Share }>(await create(person, id, key))).share
const tokenOf = ({ url }: Share) => url!.split('#')[1]!
const open = (one: Share) => sendAsVisitor('GET', `/shares/${tokenOf(one)}`)
const list = async ({ send }: Person, query = '') =>
  (await dataOf<{ items: Share[] }>(await send('GET', `/chat/shares${query}`))).items
const textsOf = async (one: Share) => (await dataOf<SharedChat>(await open(one))).messages.map(({ content }) => content)
const copiesOf = async ({ userId }: Person) =>
  (await env.MEDIA.list({ prefix: sharesPrefix(userId) })).objects.map(({ key }) => key)

test.each([1, 2])('a visitor reads the path that was shown, and nothing of its owner (history %i)', async (shard) => {
  const { id } = await newChat()
  expect(id).toBeGreaterThan(0)
  const person = await newPerson({ tokens: 50, shard })
  const chat = await addChat(person.userId, 'Старый вопрос?')
  await ask(person, chat.id, 'Кратко: что такое <b>мох</b>?', { parentMessageId: null })
  const made = await share(person, chat.id)
  expect(made).toMatchObject({ conversation_id: chat.id, title: 'Про море' })
  expect(made.url).toMatch(new RegExp(`^${env.SITE_ORIGIN}/shared#h${shard}-[0-9a-f]{40}$`))

  await ask(person, chat.id, 'Кратко: что было потом?')
  const response = await open(made)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'content-type': 'application/json'
  })
  const text = await response.text()
  const shown = await shownIn(person, chat.id)
  const { data } = JSON.parse(text) as { data: SharedChat }
  expect(data).toEqual({
    title: 'Про море',
    created_at: made.created_at,
    messages: shown.slice(0, 2).map(({ role, content, created_at }) => ({
      role,
      content,
      model: role === 'user' ? null : 'GPT-4o mini',
      created_at
    }))
  })
  for (const secret of [person.userId, 'operation', 'billing', 'siteTokens', 'upstream', 'Старый вопрос'])
    expect(text).not.toContain(secret)
})

test('a repeated request gets the same link, a new one another, and the older shows what it showed', async () => {
  const { person, id } = await newChat()
  await say(person, id, 'Раз')
  const key = crypto.randomUUID()
  const first = await share(person, id, key)
  expect(await share(person, id, key)).toEqual(first)
  await say(person, id, 'Два')
  const second = await share(person, id)
  expect(second.url).not.toBe(first.url)
  expect(await textsOf(first)).toEqual(['Раз'])
  expect(await textsOf(second)).toEqual(['Раз', 'Два'])
  expect((await list(person, `?conversationId=${id}`)).map((one) => one.url)).toEqual([second.url, first.url])
  expect(await countOf(person)).toBe(await recount(person))
})

test('a request that was interrupted before the copy was stored is completed by its repetition', async () => {
  const { person, id } = await newChat()
  await say(person, id, 'Раз')
  const key = crypto.randomUUID()
  vi.spyOn(env.MEDIA, 'put').mockRejectedValueOnce(new Error('R2 is away'))
  expect((await create(person, id, key)).status).toBe(500)
  const [broken] = await list(person)
  expect((await open(broken!)).status).toBe(404)
  const made = await share(person, id, key)
  expect((await open(made)).status).toBe(200)
  expect(await list(person)).toHaveLength(1)
})

test('a repetition that comes while the copy is stored takes nothing from the first request', async () => {
  const { person, id } = await newChat()
  await say(person, id, 'Раз')
  const key = crypto.randomUUID()
  const put = env.MEDIA.put.bind(env.MEDIA)
  const remove = env.MEDIA.delete.bind(env.MEDIA)
  let repeated: Promise<Share> | undefined
  const hold = vi.spyOn(env.MEDIA, 'put').mockImplementationOnce(async (...copy: Parameters<typeof put>) => {
    repeated = share(person, id, key)
    // Until the repetition stores its copy, or has removed the row.
    while (hold.mock.calls.length === 1 && (await list(person)).length > 0);
    return put(...copy)
  })
  vi.spyOn(env.MEDIA, 'delete').mockImplementationOnce(async (keys) => {
    await repeated
    return remove(keys)
  })
  const first = await share(person, id, key)
  expect(await repeated).toEqual(first)
  expect((await open(first)).status).toBe(200)
  expect(await list(person)).toEqual([first])
  expect(await countOf(person)).toBe(await recount(person))
})

test('a revoked link opens nothing at once, and revoking again is told that there is none', async () => {
  const { person, id } = await newChat()
  await say(person, id, 'Раз')
  const [kept, revoked] = [await share(person, id), await share(person, id)]
  expect((await person.send('DELETE', `/chat/shares/${revoked.id}`)).status).toBe(200)
  expect(await answered(await open(revoked))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect((await person.send('DELETE', `/chat/shares/${revoked.id}`)).status).toBe(404)
  expect((await open(kept)).status).toBe(200)
  expect(await list(person)).toEqual([kept])
  expect(await copiesOf(person)).toHaveLength(1)
  expect(await countOf(person)).toBe(await recount(person))
})

test('a deleted conversation takes its links and copies with it', async () => {
  const { person, id } = await newChat()
  await say(person, id, 'Раз')
  const made = await share(person, id)
  expect((await person.send('DELETE', `/chat/conversations/${id}`)).status).toBe(200)
  expect((await open(made)).status).toBe(404)
  expect(await list(person)).toEqual([])
  expect(await copiesOf(person)).toEqual([])
  expect(await countOf(person)).toBe(0)
})

test('a conversation without texts, one that is too long, and a link too many are refused, and nothing is stored', async () => {
  const { person, id } = await newChat()
  expect(await answered(await create(person, id))).toMatchObject({ status: 409, code: 'NOTHING_TO_SHARE' })
  await say(person, id, 'Раз')
  await historyRows(person.userId)
    .prepare('update messages set content = hex(zeroblob(900000)) where conversation_id = ?')
    .bind(id)
    .run()
  for (let n = 0; n < 2; n++) await say(person, id, 'ещё')
  await historyRows(person.userId)
    .prepare('update messages set content = hex(zeroblob(900000)) where conversation_id = ?')
    .bind(id)
    .run()
  expect(await answered(await create(person, id))).toMatchObject({ status: 413, code: 'SHARE_TOO_LARGE' })

  await historyRows(person.userId)
    .prepare("update messages set content = 'раз' where conversation_id = ?")
    .bind(id)
    .run()
  await share(person, id)
  await historyRows(person.userId)
    .prepare(
      `with recursive number(n) as (select 2 union all select n + 1 from number where n < ?2)
       insert into shares select 'share-' || n, user_id, conversation_id, 'digest-' || ?3 || n, title, 1, 1
       from number, shares where user_id = ?1 limit ?2 - 1`
    )
    .bind(person.userId, sharesMax, person.userId)
    .run()
  expect(await list(person)).toHaveLength(sharesMax)
  expect(await answered(await create(person, id))).toMatchObject({ status: 409, code: 'TOO_MANY_SHARES' })
  expect(await copiesOf(person)).toHaveLength(1)
  expect(await countOf(person)).toBe(await recount(person))
})

test('a copy larger than what a day has room for is too long, and nothing is stored', async () => {
  const { person, id } = await newChat()
  for (let n = 0; n < 2; n++) await say(person, id, 'Раз')
  await historyRows(person.userId)
    .prepare('update messages set content = hex(zeroblob(550000)) where conversation_id = ?')
    .bind(id)
    .run()
  expect(await answered(await create(person, id))).toMatchObject({ status: 413, code: 'SHARE_TOO_LARGE' })
  expect(await list(person)).toEqual([])
})

test('the files of a question are named in the copy, and nothing more of them', async () => {
  const { person, id } = await newChat()
  const file = await attach(person, jpeg, { name: 'снимок.png' })
  await ask(person, id, 'Кратко: кто это?', { attachments: [file.id] })
  const text = await (await open(await share(person, id))).text()
  const { data } = JSON.parse(text) as { data: SharedChat }
  expect(data.messages.map(({ files }) => files)).toEqual([['снимок.png'], undefined])
  expect(text).not.toContain(file.id)
})
