// Answers that were asked to search the web and to show their thinking: what is streamed, kept and charged.
import { abortAllDurableObjects } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { webSearchTokens } from '#contract/catalogue/answer-extras.ts'
import type { Message } from '#contract/chats.ts'
import {
  alarmOf,
  type AskerRequest,
  answerFor,
  eventsOf,
  inAnswers,
  newAsker,
  parseEvents,
  priceTokens,
  requestOf,
  textOf
} from '../support/worker/asking.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { callsAbout, openStream, readSome, streamFrom, viewOf } from '../support/worker/reading.ts'
import { countOf, newConversation, recount } from '../support/worker/storing.ts'

const model = 'gpt-4o-mini'
const price = 5
const everything = { webSearch: true, thinking: true }
const stream = { accept: 'text/event-stream' }

const send = (person: Person, body: object, key = crypto.randomUUID(), headers = {}) =>
  person.send('POST', '/ai/text/chatgpt', { model, ...body }, { 'idempotency-key': key, ...headers })
const messagesOf = async (person: Person, id: number) =>
  (await dataOf<{ messages: Message[] }>(await person.send('GET', `/chat/conversations/${id}/messages`))).messages
const searching = (asker: Awaited<ReturnType<typeof newAsker>>, prompt: string) =>
  requestOf(asker, prompt, {
    priceTokens: priceTokens + webSearchTokens,
    webSearch: { tokens: webSearchTokens },
    showsThinking: true
  })
const without = (message: Message | undefined) => ({ thinking: message?.thinking, sources: message?.sources })

describe('an answer that searched and thought aloud', () => {
  test('streams both, is charged with the search, and is kept with both', async () => {
    const person = await newPerson({ tokens: 50 })
    const conversationId = await newConversation(person)
    const asked = { prompt: 'Кратко: что такое кварц?', conversationId, ...everything }
    const events = await eventsOf((await send(person, asked, crypto.randomUUID(), stream)).body!)

    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index))
    expect(events[0]?.event).toMatchObject({ type: 'start', priceTokens: price + webSearchTokens })
    const thinking = events.map(({ event }) => (event.type === 'thinking' ? event.text : '')).join('')
    const sources = events.flatMap(({ event }) =>
      event.type === 'source' ? { url: event.url, title: event.title } : []
    )
    expect(thinking).toContain('Разбираю вопрос')
    expect(sources).toEqual([{ url: expect.stringMatching(/^https:\/\/example\.org\//), title: expect.any(String) }])
    expect(textOf(events)).toContain(sources[0]!.url)
    expect(events.at(-1)?.event).toMatchObject({
      type: 'done',
      billing: { siteTokens: price + webSearchTokens },
      settlement: { chargedTokens: price + webSearchTokens, returnedTokens: 0, balanceTokens: 40 }
    })

    const [question, answer] = await messagesOf(person, conversationId)
    expect(without(question)).toEqual({ thinking: null, sources: null })
    expect(without(answer)).toEqual({ thinking, sources })
    expect(await countOf(person)).toBe(await recount(person))

    const branched = await person.send('POST', `/chat/conversations/${conversationId}/branches`, {
      messageId: answer!.id
    })
    const { conversation } = await dataOf<{ conversation: { id: number } }>(branched)
    expect(without((await messagesOf(person, conversation.id))[1])).toEqual({ thinking, sources })
    expect(await countOf(person)).toBe(await recount(person))
    const found = await person.send('GET', `/chat/search?q=${encodeURIComponent('Разбираю вопрос')}`)
    expect((await answered(found)).data).toMatchObject({ items: [] })

    await send(person, { prompt: 'Кратко: а агат?', conversationId })
    const [next] = await callsAbout('а агат')
    expect(JSON.stringify(next)).not.toContain('Разбираю вопрос')
  })

  test('as JSON has both too, and one that was not asked has neither', async () => {
    const person = await newPerson({ tokens: 50 })
    const whole = await dataOf<object>(await send(person, { prompt: 'Кратко: что такое опал?', ...everything }))
    expect(whole).toMatchObject({
      thinking: expect.stringContaining('Разбираю'),
      sources: [{ url: expect.any(String), title: expect.any(String) }],
      balance: 40
    })
    const plain = await dataOf<object>(await send(person, { prompt: 'Кратко: что такое гнейс?' }))
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['thinking']))
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['sources']))
  })

  test('is the same for a reader that comes back after any event', async () => {
    const request = searching(await newAsker(50), 'Кратко: что такое слюда?')
    const whole = await new Response(await openStream(request)).text()
    const kinds = new Set(parseEvents(whole).map(({ event }) => event.type))
    expect([...kinds]).toEqual(['start', 'thinking', 'delta', 'source', 'done'])
    for (const { id } of parseEvents(whole)) {
      const rest = await new Response(await streamFrom(request, id)).text()
      expect(whole.endsWith(rest)).toBe(true)
      expect(parseEvents(rest).map((event) => event.id)).toEqual(
        parseEvents(whole).flatMap((event) => (event.id > id ? event.id : []))
      )
    }
  })

  test('keeps what it thought when its object is restarted, and is free', async () => {
    const asker = await newAsker(50)
    const request = searching(asker, 'Подробно: что такое базальт? [сбой:молчание]')
    const seen = parseEvents(await readSome(await openStream(request)))
    const stored = () => inAnswers(request, (store) => store.texts(request.operationId))
    await expect.poll(stored).toContainEqual({ thinking: expect.any(String) })
    await abortAllDurableObjects()
    await alarmOf(request)
    const events = await eventsOf(await streamFrom(request, -1))
    expect(events.slice(0, 2)).toEqual(seen.slice(0, 2))
    expect(events.at(-1)?.event).toMatchObject({ outcome: 'interrupted', settlement: { chargedTokens: 0 } })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 50, reservedTokens: 0 })
  })
})

const stopped = async (request: AskerRequest) => {
  const reader = (await openStream(request)).pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('event: delta')) seen += (await reader.read()).value
  const end = await answerFor(request).stop()
  await reader.cancel()
  return end.state === 'finished' ? { length: end.content.length, end: end.end } : null
}

describe('the money of a search', () => {
  test('an answer that did not search costs what it costs without', async () => {
    const asker = await newAsker(50)
    const request = searching(asker, 'Кратко и без поиска: что такое туф?')
    const events = await eventsOf(await openStream(request))
    expect(events.at(-1)?.event).toMatchObject({
      billing: { siteTokens: priceTokens },
      settlement: {
        priceTokens: priceTokens + webSearchTokens,
        chargedTokens: priceTokens,
        returnedTokens: webSearchTokens,
        balanceTokens: 50 - priceTokens
      }
    })
  })

  test.each([
    ['that had searched', 'Подробно: что такое гранит? [сбой:молчание]', priceTokens + webSearchTokens],
    ['that had not', 'Подробно и без поиска: что такое гранит? [сбой:молчание]', priceTokens]
  ])('a stopped answer %s costs its share', async (_, prompt, due) => {
    const ended = await stopped(searching(await newAsker(50), prompt))
    const share = Math.min(due, Math.ceil((due * ended!.length) / 1000))
    expect(ended!.end).toMatchObject({ outcome: 'stopped', settlement: { chargedTokens: share } })
  })

  test('thoughts without a text are free, whatever was searched', async () => {
    const asker = await newAsker(50)
    const events = await eventsOf(await openStream(searching(asker, 'Кратко [сбой:пустой-ответ]')))
    expect(events.some(({ event }) => event.type === 'thinking')).toBe(true)
    expect(events.at(-1)?.event).toMatchObject({ failure: { code: 'EMPTY_ANSWER' }, settlement: { chargedTokens: 0 } })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 50, reservedTokens: 0 })
  })

  test('a balance for the answer alone is too little, and nothing is reserved', async () => {
    const person = await newPerson({ tokens: price })
    expect(await answered(await send(person, { prompt: 'Кратко: что такое мел?', webSearch: true }))).toMatchObject({
      status: 402,
      data: { priceTokens: price + webSearchTokens, missingTokens: webSearchTokens }
    })
    expect(await answered(await send(person, { prompt: 'Кратко: что такое мел?', thinking: true }))).toMatchObject({
      status: 200,
      data: { billing: { siteTokens: price } }
    })
  })
})

describe('one key', () => {
  const prompt = 'Кратко: что такое торф?'

  test('with and without a search are two requests; the same one is charged once', async () => {
    const person = await newPerson({ tokens: 50 })
    const key = crypto.randomUUID()
    const first = await dataOf<object>(await send(person, { prompt, webSearch: true }, key))
    expect(await dataOf<object>(await send(person, { prompt, webSearch: true }, key))).toEqual(first)
    for (const other of [{}, { thinking: true }, everything])
      expect(await answered(await send(person, { prompt, ...other }, key))).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_MISMATCH'
      })
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 40 })
  })

  test('of an old page, which knows of no switches, is that of a page with both switched off', async () => {
    const person = await newPerson({ tokens: 50 })
    const key = crypto.randomUUID()
    const first = await dataOf<object>(await send(person, { prompt }, key))
    const off = { webSearch: false, thinking: false }
    expect(await dataOf<object>(await send(person, { prompt, ...off }, key))).toEqual(first)
  })
})

test('a model that shows no thinking refuses before anything is reserved', async () => {
  const person = await newPerson({ tokens: 50 })
  const asked = { prompt: 'Кратко: что такое соль?', model: 'claude-3-haiku' }
  const refused = await answered(await person.send('POST', '/ai/text/claude', { ...asked, thinking: true }))
  expect(refused).toMatchObject({
    status: 400,
    code: 'MODEL_SHOWS_NO_THINKING',
    error: expect.stringContaining('размышления')
  })
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 50, reservedTokens: 0 })
  const searched = await person.send('POST', '/ai/text/claude', { ...asked, webSearch: true })
  expect(await dataOf<object>(searched)).toMatchObject({
    sources: [expect.anything()],
    balance: 50 - 1 - webSearchTokens
  })
})
