// Each version of a turn is charged as what it is, and once, whatever happens at the same time.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/chats.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, type Person } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { ask, branch, newChat, send, sentAbout, show, shownIn, startStream } from '../support/worker/versions.ts'

const startTokens = 100
const price = 5

const chargedFor = (messages: Pick<Message, 'billing'>[]) =>
  messages.reduce((sum, { billing }) => sum + (billing?.siteTokens ?? 0), 0)

/** Every message of a conversation, on whichever path. */
async function allIn({ userId }: Person, id: number) {
  const query =
    'select id, parent_id, role, content, charged_tokens from messages where conversation_id = ? order by id'
  const { results } = await historyRows(userId)
    .prepare(query)
    .bind(id)
    .all<{ id: number; parent_id: number; role: string; content: string; charged_tokens: number | null }>()
  return results
}

test('two answers again to one question at once are two versions, each charged once', async () => {
  const { person, id } = await newChat()
  const prompt = 'Кратко: что такое мыс?'
  await ask(person, id, prompt)
  const [question] = await shownIn(person, id)
  await Promise.all([1, 2].map(() => ask(person, id, prompt, { answersMessageId: question!.id })))
  const shown = await shownIn(person, id)
  expect(shown).toHaveLength(2)
  expect(shown[1]!.versions).toHaveLength(3)
  const answers = (await allIn(person, id)).filter(({ role }) => role === 'assistant')
  expect(answers).toMatchObject([1, 2, 3].map(() => ({ parent_id: question!.id, charged_tokens: price })))
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 3 * price, reservedTokens: 0 })
  expect(await sentAbout('что такое мыс')).toEqual([prompt])
})

test('one answer again that is sent twice at once is one version, charged once', async () => {
  const { person, id } = await newChat()
  const prompt = 'Кратко: что такое бухта?'
  await ask(person, id, prompt)
  const [question] = await shownIn(person, id)
  const place = { answersMessageId: question!.id, key: crypto.randomUUID() }
  const both = await Promise.all([1, 2].map(async () => answered(await send(person, id, prompt, place))))
  expect(both.map(({ status }) => status)).toContain(200)
  expect((await shownIn(person, id))[1]!.versions).toHaveLength(2)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 2 * price, reservedTokens: 0 })
})

test('an id that was used for something else is refused, and nothing is added or charged', async () => {
  const { person, id } = await newChat()
  const prompt = 'Кратко: что такое риф?'
  const key = crypto.randomUUID()
  await dataOf(await send(person, id, prompt, { key }))
  const before = await shownIn(person, id)
  const [question, answer] = before
  for (const place of [{ answersMessageId: question!.id }, { parentMessageId: null }, { parentMessageId: answer!.id }])
    expect(await answered(await send(person, id, prompt, { ...place, key })), JSON.stringify(place)).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH'
    })
  expect(await shownIn(person, id)).toEqual(before)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - price, reservedTokens: 0 })
})

test.each(['the question', 'its change'])(
  'a question that is changed while its answer is written: two versions, each charged by its own end, %s first',
  async (first) => {
    const { person, id } = await newChat()
    await ask(person, id, 'Кратко: что такое коса?')
    const [, answer] = await shownIn(person, id)
    const place = { parentMessageId: answer!.id }
    const slowPrompt = 'Подробно о дюне [сбой:молчание]'
    const slowPlace = first === 'the question' ? {} : place
    const slow = await startStream(person, { prompt: slowPrompt, conversationId: id, ...slowPlace })
    await ask(person, id, 'Кратко: что такое бархан?', first === 'the question' ? place : {})
    expect(await sentAbout('что такое бархан')).toEqual([
      'Кратко: что такое коса?',
      answer!.content,
      'Кратко: что такое бархан?'
    ])
    await dataOf(await person.send('DELETE', `/ai/text/answers/${slow}`))
    const all = await allIn(person, id)
    const questions = all.filter(({ role, parent_id: parent }) => role === 'user' && parent === answer!.id)
    expect(questions.map(({ content }) => content)).toEqual(['Кратко: что такое бархан?', slowPrompt])
    const versions = questions.map((question) => question.id)
    for (const shown of versions) {
      await show(person, id, shown)
      expect(await shownIn(person, id)).toMatchObject([{}, {}, { id: shown, versions }, { parent_id: shown }])
    }
    const charged = all.reduce((sum, message) => sum + (message.charged_tokens ?? 0), 0)
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - charged, reservedTokens: 0 })
  }
)

test('a version that could not be saved at once is saved and charged once', async () => {
  const { person, id } = await newChat()
  const prompt = 'Кратко: что такое фьорд?'
  await ask(person, id, prompt)
  const [question] = await shownIn(person, id)
  const rows = historyRows(person.userId)
  const batch = rows.batch.bind(rows)
  const saved = vi.spyOn(rows, 'batch')
  // The first reads. The second is saved, but its reply is lost.
  saved.mockImplementationOnce(batch).mockImplementationOnce(async (statements) => {
    await batch(statements)
    throw new Error('lost')
  })
  await send(person, id, prompt, { answersMessageId: question!.id })
  saved.mockRestore()
  for (const _ of [1, 2])
    await runInDurableObject(env.USER.getByName(person.userId), (instance) =>
      (instance as unknown as { alarm(): Promise<void> }).alarm()
    )
  const shown = await shownIn(person, id)
  expect(shown[1]!.versions).toHaveLength(2)
  expect(chargedFor(shown)).toBe(price)
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 2 * price, reservedTokens: 0 })
})

test('the conversation of another user is neither branched, shown otherwise nor answered in', async () => {
  const owner = await newChat()
  const stranger = await newChat()
  const prompt = 'Кратко: что такое атолл?'
  await ask(owner.person, owner.id, prompt)
  await ask(owner.person, owner.id, 'Кратко: что такое лагуна?', { parentMessageId: null })
  const shown = await shownIn(owner.person, owner.id)
  const [first] = await allIn(owner.person, owner.id)
  expect(await branch(stranger.person, owner.id, first!.id)).toMatchObject({ status: 404 })
  expect(await show(stranger.person, owner.id, first!.id)).toMatchObject({ status: 404 })
  for (const place of [{ answersMessageId: first!.id }, { parentMessageId: null }, {}])
    expect(await answered(await send(stranger.person, owner.id, prompt, place))).toMatchObject({ status: 404 })
  const listed = await stranger.person.send('GET', '/chat/conversations')
  expect(await dataOf<{ total: number }>(listed)).toMatchObject({ total: 1 })
  expect(await shownIn(owner.person, owner.id)).toEqual(shown)
  expect(await viewOf(stranger.person.userId)).toMatchObject({ availableTokens: startTokens, reservedTokens: 0 })
})
