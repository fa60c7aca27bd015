// A shared copy of a chat has the finished works of its cards with their files, for as long as the link opens.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Share, SharedChat } from '#contract/shares.ts'
import { sharesPrefix } from '#data/files/share-files.ts'
import { png, pngChunk } from '../support/worker/pictures.ts'
import { eraseAccounts } from '#tests/support/worker/clock.ts'
import { dataOf, type Person, sendAsVisitor } from '#tests/support/worker/person.ts'
import { countOf, leaveOfDay, recount } from '#tests/support/worker/storing.ts'
import { TestQueue } from '#tests/support/worker/test-queue.ts'
import { newChat } from '#tests/support/worker/versions.ts'
import { ordered } from '#tests/support/worker/works-in-chat.ts'
import { entriesOf } from '#tests/support/worker/zip.ts'
import { archiveBody } from '#worker/people/account-archive.ts'

const create = ({ send }: Person, id: number, key: string) =>
  send('POST', `/chat/conversations/${id}/shares`, {}, { 'idempotency-key': key })
const share = async (person: Person, id: number, key = crypto.randomUUID()) =>
  (await dataOf<{ share: Share }>(await create(person, id, key))).share
const tokenOf = ({ url }: Share) => url!.split('#')[1]!
const open = async (one: Share) =>
  (await dataOf<SharedChat>(await sendAsVisitor('GET', `/shares/${tokenOf(one)}`))).messages
const fileOf = (one: Share, index: number | string = 0, headers: Record<string, string> = {}) =>
  sendAsVisitor('GET', `/shares/${tokenOf(one)}/files/${index}`, undefined, headers)
const storedBy = async ({ userId }: Person) =>
  (await env.MEDIA.list({ prefix: sharesPrefix(userId) })).objects.map(({ key }) => key)

/** A chat with a finished picture and one that waits. */
async function drawnChat() {
  const { person, id } = await newChat()
  const queue = new TestQueue()
  const { job } = await ordered(person, { conversationId: id }, { bindings: queue.bindings })
  await queue.drain()
  await ordered(person, { conversationId: id, prompt: 'Пёс' })
  return { person, id, job }
}

test('a visitor sees the finished works with their files, and the others as text', async () => {
  const { person, id, job } = await drawnChat()
  const one = await share(person, id)
  const messages = await open(one)
  expect(messages.map(({ role, content, model }) => [role, content, model])).toEqual([
    ['user', 'Кот', null],
    ['assistant', 'Картинка', null],
    ['user', 'Пёс', null],
    ['assistant', 'Картинка', null]
  ])
  expect(messages.map(({ works }) => works)).toEqual([
    undefined,
    [{ kind: 'image', files: [expect.objectContaining({ index: 0, type: 'image/png' })] }],
    undefined,
    undefined
  ])
  expect(JSON.stringify(messages)).not.toContain(job.id)
  const response = await fileOf(one)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'content-disposition': 'inline',
    'content-security-policy': expect.stringContaining('sandbox')
  })
  expect((await response.arrayBuffer()).byteLength).toBe(messages[1]?.works?.[0]?.files[0]?.sizeBytes)
  expect(await countOf(person)).toBe(await recount(person))
})

test('a file of a copy tells nothing that a model wrote into it', async () => {
  const { person, id } = await drawnChat()
  const one = await share(person, id)
  const key = `${sharesPrefix(person.userId)}${one.id}/0`
  const told = png(8, 8, [pngChunk('tEXt', Buffer.from('prompt\0SECRET CAT'))])
  await env.MEDIA.put(key, told, { httpMetadata: { contentType: 'image/png' } })
  const shown = new Uint8Array(await (await fileOf(one)).arrayBuffer())
  expect(new TextDecoder().decode(told)).toContain('SECRET CAT')
  expect(new TextDecoder().decode(shown)).not.toContain('SECRET CAT')
  expect(shown.length).toBeGreaterThan(50)
})

test('a copy keeps the file of a work that is deleted later', async () => {
  const { person, id, job } = await drawnChat()
  const one = await share(person, id)
  await person.send('DELETE', `/jobs/${job.id}/files`)
  expect((await fileOf(one)).status).toBe(200)
  expect((await open(await share(person, id)))[1]?.works).toBeUndefined()
})

test('no other file is opened, and none after the link is revoked, the chat deleted or the account to be erased', async () => {
  const { person, id } = await drawnChat()
  const [revoked, kept] = [await share(person, id), await share(person, id)]
  for (const wrong of [1, '00', '-1', '0.0', 'x', '..%2F0'])
    expect((await fileOf(kept, wrong)).status, String(wrong)).toBe(404)
  await person.send('DELETE', `/chat/shares/${revoked.id}`)
  expect((await fileOf(revoked)).status).toBe(404)
  expect((await storedBy(person)).length).toBe(2)
  const wish = (at: number | null) =>
    env.DB.prepare('update users set deletion_requested_at = ? where id = ?').bind(at, person.userId).run()
  await wish(1)
  expect((await fileOf(kept)).status).toBe(404)
  await wish(null)
  expect((await fileOf(kept)).status).toBe(200)
  await person.send('DELETE', `/chat/conversations/${id}`)
  expect((await fileOf(kept)).status).toBe(404)
  expect(await storedBy(person)).toEqual([])
})

test('the archive has the files of copies, also of works that are deleted', async () => {
  const { person, id, job } = await drawnChat()
  const one = await share(person, id)
  await person.send('DELETE', `/jobs/${job.id}/files`)
  const archive = new Uint8Array(await new Response(archiveBody(env, person.userId)).arrayBuffer())
  const names = [...entriesOf(archive).keys()].filter((name) => name.startsWith('shares/'))
  expect(names).toEqual([`shares/${one.id}.json`, `shares/${one.id}-1.png`])
})

test('an erasure leaves no file', async () => {
  const { person, id } = await drawnChat()
  await share(person, id)
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(person.userId).run()
  await eraseAccounts(env, Date.now())
  expect(await storedBy(person)).toEqual([])
})

test('when the day of file bytes is used up, the texts are shared without files', async () => {
  const { person, id } = await drawnChat()
  await share(person, id)
  await leaveOfDay(person, 0, 'attached-bytes')
  const one = await share(person, id)
  expect((await open(one)).map(({ content, works }) => [content, works])).toEqual([
    ['Кот', undefined],
    ['Картинка', undefined],
    ['Пёс', undefined],
    ['Картинка', undefined]
  ])
  expect((await fileOf(one)).status).toBe(404)
})

test('a repetition of an interrupted request deletes the files that it does not write', async () => {
  const { person, id, job } = await drawnChat()
  const key = crypto.randomUUID()
  const put = env.MEDIA.put.bind(env.MEDIA)
  const copies = vi.spyOn(env.MEDIA, 'put').mockImplementation((...copy: Parameters<typeof put>) => {
    if (/^shares\/.*\/0$/.test(copy[0])) return put(...copy)
    throw new Error('R2 is away')
  })
  expect((await create(person, id, key)).status).toBe(500)
  copies.mockRestore()
  expect((await storedBy(person)).length).toBe(1)
  await person.send('DELETE', `/jobs/${job.id}/files`)
  const one = await share(person, id, key)
  expect((await open(one))[1]?.works).toBeUndefined()
  expect(await storedBy(person)).toEqual([`${sharesPrefix(person.userId)}${one.id}`])
})

test('a chat that is deleted while its files are copied leaves none, also when the copying then fails', async () => {
  const { person, id } = await drawnChat()
  const put = env.MEDIA.put.bind(env.MEDIA)
  const copies = vi.spyOn(env.MEDIA, 'put').mockImplementation(async (...copy: Parameters<typeof put>) => {
    const stored = await put(...copy)
    if (!copy[0].startsWith('shares/')) return stored
    await person.send('DELETE', `/chat/conversations/${id}`)
    await put(...copy)
    throw new Error('R2 is away')
  })
  expect((await create(person, id, crypto.randomUUID())).status).toBe(500)
  copies.mockRestore()
  expect(await storedBy(person)).toEqual([])
})
