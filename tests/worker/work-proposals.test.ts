// Works that a model of a chat proposes: kept and shown with its answer, never begun by themselves.
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Share, SharedChat } from '#contract/shares.ts'
import { proposalLead } from '#domain/proposed-works.ts'
import { userOf } from '#durable-objects/stubs.ts'
import {
  alarmOf,
  answerFor,
  commandOf,
  inAnswers,
  newAsker,
  parseEvents,
  requestOf
} from '#tests/support/worker/asking.ts'
import { moneyOf, rowsOf } from '#tests/support/worker/generating.ts'
import { answered, dataOf, sendAsVisitor, type Person } from '#tests/support/worker/person.ts'
import { soon } from '#tests/support/worker/pricing.ts'
import { callsAbout } from '#tests/support/worker/reading.ts'
import { definition, setModel } from '#tests/support/worker/shop.ts'
import { countOf, recount } from '#tests/support/worker/storing.ts'
import { branch, newChat, sentAbout, shownIn } from '#tests/support/worker/versions.ts'

interface Asked {
  key?: string
  accept?: string
  more?: object
}

const send = (person: Person, id: number, prompt: string, { key = crypto.randomUUID(), accept, more }: Asked = {}) =>
  person.send(
    'POST',
    '/ai/text/chatgpt',
    { prompt, model: 'gpt-4o-mini', conversationId: id, proposes: true, ...more },
    { 'idempotency-key': key, ...(accept && { accept }) }
  )

const picture = (prompt: string) => ({ kind: 'picture', prompt })

/** The bodies of the upstream calls about a text. */
const bodiesAbout = async (text: string) =>
  (await callsAbout(text)).map((call) => (call as unknown as { body: { tools?: { name: string }[] } }).body)

test('what a model proposes is kept with its answer, charged as one answer, and begins nothing', async () => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  const body = await dataOf<object>(await send(person, id, 'Нарисуй синего ежа', { key }))
  const proposals = [picture('Синего ежа')]
  expect(body).toMatchObject({
    generatedText: proposalLead,
    proposals,
    outcome: 'complete',
    billing: { siteTokens: 5 }
  })
  expect(await dataOf(await person.send('GET', `/ai/text/answers/${key}`))).toMatchObject({ proposals })
  const [question, answer] = await shownIn(person, id)
  expect(question).not.toHaveProperty('proposals')
  expect(answer).toMatchObject({ content: proposalLead, outcome: 'complete', proposals })
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: 0 })
  expect(await rowsOf(person)).toEqual([])
  expect(await countOf(person)).toBe(await recount(person))
  const [sent] = await bodiesAbout('синего ежа')
  expect(sent?.tools).toMatchObject([{ type: 'function', name: 'propose_work' }])
})

test('a stream has a proposal behind its text, and the same when it is read again', async () => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  const accept = 'text/event-stream'
  const events = parseEvents(await (await send(person, id, 'Озвучь: добрый вечер', { key, accept })).text())
  expect(events.map(({ event }) => event)).toMatchObject([
    { type: 'start' },
    { type: 'delta', text: proposalLead },
    { type: 'proposal', kind: 'voice', prompt: 'Добрый вечер' },
    { type: 'done', outcome: 'complete' }
  ])
  const again = await person.send('GET', `/ai/text/answers/${key}`, undefined, { accept, 'last-event-id': '1' })
  expect(parseEvents(await again.text())).toEqual(events.slice(2))
})

test('an answer in words to a model that may propose has none', async () => {
  const { person, id } = await newChat()
  await dataOf(await send(person, id, 'Кратко: что такое ёлка?'))
  const [, answer] = await shownIn(person, id)
  expect(answer).not.toHaveProperty('proposals')
  expect(answer?.content).toContain('что такое ёлка')
})

test('at most four works are proposed, each with at most 2000 characters', async () => {
  const { person, id } = await newChat()
  const names = ['кита', 'кота', 'рысь', 'сову', 'моль', 'ежа']
  await dataOf(await send(person, id, names.map((name) => `Нарисуй ${name}`).join('. ')))
  const long = `Сними ролик ${'о море '.repeat(400)}`
  await dataOf(await send(person, id, long))
  const [, first, , second] = await shownIn(person, id)
  expect(first?.proposals?.map(({ prompt }) => prompt)).toEqual(['Кита.', 'Кота.', 'Рысь.', 'Сову.'])
  expect(second?.proposals?.map(({ prompt }) => prompt.length)).toEqual([2000])
})

test('arguments that are no proposal are dropped; an answer of them alone is empty and free', async () => {
  const { person, id } = await newChat()
  expect(await answered(await send(person, id, 'Сделай что-нибудь [tool:broken]'))).toMatchObject({
    status: 502,
    code: 'EMPTY_ANSWER'
  })
  const [, answer] = await shownIn(person, id)
  expect(answer).toMatchObject({ content: '', outcome: 'failed', billing: { siteTokens: 0 } })
  expect(answer).not.toHaveProperty('proposals')
  expect(await moneyOf(person)).toEqual({ availableTokens: 100, reservedTokens: 0 })
})

test.each([
  ['without the wish', { proposes: undefined }],
  ['with the wish denied', { proposes: false }],
  ['without a conversation', { conversationId: undefined }]
])('%s no tool is offered, and the request is as it was', async (name, more) => {
  const { person, id } = await newChat()
  const prompt = `Кратко: нарисуй лису ${name}`
  const body = await dataOf<object>(await send(person, id, prompt, { more }))
  expect(body).not.toHaveProperty('proposals')
  const [sent] = await bodiesAbout(prompt)
  const { instructions, safety_identifier: user } = sent as unknown as Record<string, string>
  expect(JSON.stringify(sent)).toBe(
    JSON.stringify({
      model: 'gpt-6-luna',
      input: [{ role: 'user', content: prompt }],
      instructions,
      reasoning: { effort: 'low' },
      max_output_tokens: 4096,
      safety_identifier: user,
      store: false,
      stream: true
    })
  )
})

test('a model that calls no tools is offered none', async () => {
  const { person, id } = await newChat()
  vi.useFakeTimers({ toFake: ['Date'] })
  const startsAt = soon()
  const routes = definition().routes.map((route) => ({ ...route, model: 'gpt-6-luna' }))
  expect((await setModel(definition({ routes }), startsAt)).status).toBe(200)
  vi.setSystemTime(startsAt + 120_000)
  await dataOf(await send(person, id, 'Кратко: нарисуй бобра', { more: { model: 'own-model' } }))
  expect((await bodiesAbout('нарисуй бобра'))[0]).not.toHaveProperty('tools')
  expect((await shownIn(person, id))[1]).not.toHaveProperty('proposals')
})

test('the same operation with and without proposals is another request', async () => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  await dataOf(await send(person, id, 'Нарисуй пень', { key }))
  expect(await answered(await send(person, id, 'Нарисуй пень', { key, more: { proposes: false } }))).toMatchObject({
    code: 'IDEMPOTENCY_MISMATCH'
  })
})

test('later the model is told what it has proposed, from memory and from the database', async () => {
  const { person, id } = await newChat()
  await dataOf(await send(person, id, 'Кратко: привет'))
  await dataOf(await send(person, id, 'Нарисуй барсука и озвучь ау'))
  const told = `${proposalLead}\n[Предложено: картинка «Барсука»]\n[Предложено: озвучка «Ау»]`
  await dataOf(await send(person, id, 'Кратко: что с барсуком?'))
  expect(await sentAbout('что с барсуком')).toContain(told)
  await evictDurableObject(env.USER.getByName(person.userId))
  await env.USER.getByName(person.userId).showVersion({
    conversationId: id,
    messageId: (await shownIn(person, id))[0]!.id
  })
  await dataOf(await send(person, id, 'Кратко: и всё же барсук?'))
  expect(await sentAbout('всё же барсук')).toContain(told)
})

test('a branch has the proposals, and a shared copy their words', async () => {
  const { person, id } = await newChat()
  await dataOf(await send(person, id, 'Нарисуй выдру'))
  const [, answer] = await shownIn(person, id)
  const made = (await branch(person, id, answer!.id)) as unknown as { data: { conversation: { id: number } } }
  const copies = await shownIn(person, made.data.conversation.id)
  expect(copies[1]).toMatchObject({ content: proposalLead, proposals: [picture('Выдру')], operation_id: null })
  expect(await countOf(person)).toBe(await recount(person))
  const { share } = await dataOf<{ share: Share }>(
    await person.send('POST', `/chat/conversations/${id}/shares`, {}, { 'idempotency-key': crypto.randomUUID() })
  )
  const read = await sendAsVisitor('GET', `/shares/${share.url!.split('#')[1]!}`)
  expect((await dataOf<SharedChat>(read)).messages[1]?.content).toBe(`${proposalLead}\n\nПредложено: картинка «Выдру»`)
})

test('an answer whose object dies keeps what it has proposed so far, and is free', async () => {
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Нарисуй двух котов', { proposes: true, place: { below: 0 } })
  await userOf(env, asker.userId).reserve({
    id: request.operationId,
    fingerprint: request.fingerprint,
    priceTokens: request.priceTokens,
    owner: 'answer',
    operation: { service: request.service, model: request.model, action: { kind: 'answer' } },
    lifetimeMs: 1_200_000,
    runningMax: 1000,
    dispatches: true
  })
  await inAnswers(request, (store) => {
    store.begin(commandOf(request).request, false, Date.now())
    store.saveTexts(request.operationId, 1, [proposalLead, { proposal: { kind: 'picture', prompt: 'Кот' } }])
  })
  await abortAllDurableObjects()
  await alarmOf(request)
  await alarmOf(request)
  expect(await answerFor(request).view()).toMatchObject({
    content: proposalLead,
    proposals: [picture('Кот')],
    end: { outcome: 'interrupted' }
  })
  expect(await userOf(env, asker.userId).view()).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
})
