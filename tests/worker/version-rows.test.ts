// The rows of versions: which places are refused, and what a crash leaves.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { turnStatements } from '#data/history/turns.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { newConversation } from '../support/worker/storing.ts'
import { ask, branch, contents, newChat, send, show, shownIn, startStream } from '../support/worker/versions.ts'

test('places that are not in the conversation change nothing and say so', async () => {
  const { person, id } = await newChat()
  const other = await newChat()
  await ask(person, id, 'Кратко: что такое ручей?')
  await ask(other.person, other.id, 'Кратко: что такое брод?')
  const [foreign] = await shownIn(other.person, other.id)
  const second = await newConversation(person)
  await ask(person, second, 'Кратко: что такое мост?')
  const [elsewhere, elsewhereAnswer] = await shownIn(person, second)
  const [question, answer] = await shownIn(person, id)
  const refused = {
    status: 404,
    code: 'MESSAGE_NOT_FOUND',
    error: 'Такого сообщения в этом чате нет. Обновите страницу'
  }
  const nobodys = foreign!.id + 1_000_000
  for (const place of [
    { parentMessageId: nobodys },
    { answersMessageId: nobodys },
    { parentMessageId: elsewhereAnswer!.id },
    { answersMessageId: elsewhere!.id },
    { answersMessageId: answer!.id }
  ])
    expect(
      await answered(await send(person, id, 'Кратко: что такое ручей?', place)),
      JSON.stringify(place)
    ).toMatchObject(refused)
  expect(await answered(await send(person, id, 'Другое', { answersMessageId: question!.id }))).toMatchObject({
    status: 409
  })
  expect(
    await answered(await send(person, id, 'Два', { answersMessageId: question!.id, parentMessageId: null }))
  ).toMatchObject({
    status: 400
  })
  expect(await answered(await send(other.person, id, 'Чужое', { answersMessageId: question!.id }))).toMatchObject({
    status: 404
  })
  for (const messageId of [nobodys, elsewhere!.id]) {
    expect(await show(person, id, messageId)).toMatchObject({ status: 404 })
    expect(await branch(person, id, messageId)).toMatchObject({ status: 404 })
  }
  expect(await shownIn(person, id)).toHaveLength(2)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 90, reservedTokens: 0 })
})

test('a place takes one trip to D1, and the same request again is the same answer', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: что такое грот?')
  const [question] = await shownIn(person, id)
  const key = crypto.randomUUID()
  const place = { answersMessageId: question!.id, key }
  const batches = vi.spyOn(historyRows(person.userId), 'batch')
  await dataOf(await send(person, id, 'Кратко: что такое грот?', place))
  // One that reads, one that saves.
  expect(batches).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
  await dataOf(await send(person, id, 'Кратко: что такое грот?', place))
  expect((await shownIn(person, id))[1]!.versions).toHaveLength(2)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 90 })
})

test('killed while a version is written, the object saves it once beside the other and charges nothing', async () => {
  const { person, id } = await newChat()
  const prompt = 'Подробно о кряже [сбой:молчание]'
  const first = await startStream(person, { prompt, conversationId: id })
  await dataOf(await person.send('DELETE', `/ai/text/answers/${first}`))
  const [question] = await shownIn(person, id)
  const key = await startStream(person, { prompt, conversationId: id, answersMessageId: question!.id })
  await abortAllDurableObjects()
  for (const _ of [1, 2])
    await runInDurableObject(env.USER.getByName(person.userId), (instance) =>
      (instance as unknown as { alarm(): Promise<void> }).alarm()
    )
  expect(await shownIn(person, id)).toMatchObject([
    { id: question!.id, answering: null },
    { operation_id: key, outcome: 'interrupted', parent_id: question!.id }
  ])
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 100, reservedTokens: 0 })
})

test('a turn that is saved again does not take the place of what the user has shown since', async () => {
  const { person, id } = await newChat()
  const history = openHistory(env, person.userId)
  const turn = {
    userId: person.userId,
    conversationId: id,
    operationId: 'saved-twice',
    prompt: 'новое',
    model: 'gpt-4o-mini',
    place: { after: 0 },
    askedAt: 1,
    text: 'ответ',
    outcome: 'complete',
    chargedTokens: 5,
    usdMicros: null,
    upstreamModel: null,
    answeredAt: 2
  } as const
  await ask(person, id, 'Кратко: что такое скала?')
  const [question] = await shownIn(person, id)
  await history.$client.batch(turnStatements(history, turn))
  expect(contents(await shownIn(person, id))).toEqual(['новое', 'ответ'])
  await show(person, id, question!.id)
  await history.$client.batch(turnStatements(history, turn))
  expect((await shownIn(person, id))[0]).toMatchObject({
    id: question!.id,
    versions: expect.objectContaining({ length: 2 })
  })
})
