// What files cost, and that no user pays twice, for nothing, or for the files of another user.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { attachmentKeys } from '#data/files/attachment-files.ts'
import { pdf, textFile } from '../support/files.ts'
import { attach, attachRead, refusalOf } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { jpeg, noisyPng } from '../support/worker/pictures.ts'
import { viewOf } from '../support/worker/reading.ts'
import { newConversation } from '../support/worker/storing.ts'
import { ask, newChat, send, shownIn, startStream } from '../support/worker/versions.ts'

const modelPrice = 5
const pictureSurcharge = 2
const untouched = { availableTokens: 100, reservedTokens: 0 }

const ring = (person: Person) =>
  runInDurableObject(env.USER.getByName(person.userId), (instance) =>
    (instance as unknown as { alarm(): Promise<void> }).alarm()
  )

test('a request that is repeated with its files is charged once, with the price of the files', async () => {
  const { person, id } = await newChat()
  const { id: file } = await attach(person, jpeg)
  const place = { attachments: [file], key: crypto.randomUUID() }
  const all = await Promise.all([1, 2, 3].map(async () => answered(await send(person, id, 'Кратко: кто это?', place))))
  expect(all.map(({ status }) => status)).toContain(200)
  expect(await answered(await send(person, id, 'Кратко: кто это?', place))).toMatchObject({
    status: 200,
    data: { billing: { siteTokens: modelPrice + pictureSurcharge } }
  })
  expect(await shownIn(person, id)).toHaveLength(2)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 93, reservedTokens: 0 })
})

test('other files under the same key are another request', async () => {
  const { person, id } = await newChat()
  const [one, other] = await Promise.all([attach(person, jpeg), attach(person, jpeg)])
  const key = crypto.randomUUID()
  await dataOf(await send(person, id, 'Кратко: кто это?', { key, attachments: [one.id] }))
  for (const attachments of [[other.id], [one.id, other.id], undefined])
    expect(
      await refusalOf(send(person, id, 'Кратко: кто это?', { key, ...(attachments && { attachments }) }))
    ).toMatchObject({ status: 422, code: 'IDEMPOTENCY_MISMATCH' })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 93, reservedTokens: 0 })
})

test('tokens for the model alone are not enough, and the refusal names the whole price', async () => {
  const person = await newPerson({ tokens: modelPrice + 1 })
  const id = await newConversation(person)
  const { id: file } = await attach(person, jpeg)
  expect(await answered(await send(person, id, 'Кратко: кто это?', { attachments: [file] }))).toMatchObject({
    status: 402,
    code: 'INSUFFICIENT_TOKENS',
    data: { availableTokens: 6, missingTokens: 1, priceTokens: 7 }
  })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 6, reservedTokens: 0 })
  expect((await ask(person, id, 'Кратко: кто это?')).generatedText).not.toContain('Вижу')
})

test('a file that was used is charged again where it is asked about again', async () => {
  const { person, id } = await newChat()
  const { id: file } = await attach(person, jpeg)
  for (const prompt of ['Кратко: кто это?', 'Кратко: а где это?'])
    expect((await ask(person, id, prompt, { attachments: [file] })).generatedText).toContain(
      'Вижу картинку JPEG 80×64.'
    )
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 86, reservedTokens: 0 })
})

test('the file of another user, a deleted, a failed and an unknown one are refused, and nothing is charged', async () => {
  const { person, id } = await newChat()
  const stranger = await newPerson()
  const theirs = await attach(stranger, jpeg)
  const deleted = await attach(person, jpeg)
  await person.send('DELETE', `/chat/attachments/${deleted.id}`)
  const failed = await attachRead(person, pdf(null))
  const expired = await attach(person, jpeg)
  await historyRows(person.userId).prepare('update attachments set expires_at = 1 where id = ?').bind(expired.id).run()
  const refused = async (...attachments: string[]) => refusalOf(send(person, id, 'Кратко: кто это?', { attachments }))
  for (const gone of [theirs.id, deleted.id, expired.id, 'file-of-nobody'])
    expect(await refused(gone)).toMatchObject({ status: 404, code: 'ATTACHMENT_NOT_FOUND' })
  expect(await refused(failed.id)).toMatchObject({ status: 409, code: 'ATTACHMENT_NOT_READY' })
  expect(await shownIn(person, id)).toEqual([])
  expect(await viewOf(person.userId)).toMatchObject(untouched)
})

test('too many pictures or too much text for one question are refused, and nothing is charged', async () => {
  const { person, id } = await newChat()
  const picture = noisyPng(1700, 1700)
  const pictures = [await attach(person, picture), await attach(person, picture), await attach(person, picture)]
  const texts = [
    await attach(person, textFile('漢'.repeat(140_000))),
    await attach(person, textFile('字'.repeat(140_000)))
  ]
  for (const files of [pictures, texts])
    expect(
      await refusalOf(send(person, id, 'Кратко: что это?', { attachments: files.map((file) => file.id) }))
    ).toMatchObject({
      status: 413,
      code: 'ATTACHMENTS_TOO_LARGE',
      error: expect.stringMatching(/^(Картинки|В файлах)/)
    })
  expect(await viewOf(person.userId)).toMatchObject(untouched)
})

test('a file that cannot be read any more fails the answer, which is free', async () => {
  const { person, id } = await newChat()
  const { id: file } = await attach(person, jpeg)
  await env.MEDIA.delete(attachmentKeys(file))
  vi.spyOn(console, 'warn').mockReturnValue()
  expect(await refusalOf(send(person, id, 'Кратко: кто это?', { attachments: [file] }))).toMatchObject({
    status: 410,
    code: 'ATTACHMENT_LOST',
    error: expect.stringContaining('Токены не списаны')
  })
  expect(await viewOf(person.userId)).toMatchObject(untouched)
})

test('an answer that a restart interrupts is free, and its question has its files', async () => {
  const { person, id } = await newChat()
  const { id: file } = await attach(person, jpeg)
  await startStream(person, { prompt: 'Подробно [сбой:молчание]', conversationId: id, attachments: [file] })
  expect(await viewOf(person.userId)).toMatchObject({ reservedTokens: modelPrice + pictureSurcharge })
  expect((await shownIn(person, id))[0]!.attachments).toMatchObject([{ id: file }])
  await abortAllDurableObjects()
  for (const _ of [1, 2]) await ring(person)
  expect((await shownIn(person, id))[0]).toMatchObject({ role: 'user', attachments: [{ id: file }] })
  expect(await viewOf(person.userId)).toMatchObject(untouched)
})

test('a turn whose saving was answered by an error has its files once', async () => {
  const { person, id } = await newChat()
  const { id: file } = await attach(person, jpeg)
  // What the person got is copied first: it would be the first batch.
  await ring(person)
  const rows = historyRows(person.userId)
  const batch = rows.batch.bind(rows)
  vi.spyOn(console, 'warn').mockReturnValue()
  const saved = vi.spyOn(rows, 'batch')
  saved.mockImplementationOnce(batch).mockImplementationOnce(async (statements) => {
    await batch(statements)
    throw new Error('lost')
  })
  await send(person, id, 'Кратко: кто это?', { attachments: [file] })
  saved.mockRestore()
  for (const _ of [1, 2]) await ring(person)
  expect((await shownIn(person, id))[0]!.attachments).toMatchObject([{ id: file }])
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 93, reservedTokens: 0 })
})
