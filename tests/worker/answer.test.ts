// An answer from start to end in real workerd, with the sandbox as the upstream.
import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { readersMax } from '#durable-objects/answer/reader.ts'
import { userOf } from '#durable-objects/stubs.ts'
import {
  alarmOf,
  answerFor,
  eventsOf,
  inAnswers,
  newAsker,
  parseEvents,
  priceTokens,
  requestOf,
  savedMessages,
  textOf
} from '../support/worker/asking.ts'
import { sandboxSpeed } from '../support/sandbox-speed.ts'
import { callsAbout, control, openStream, readSome, slowDown, streamFrom, viewOf } from '../support/worker/reading.ts'

describe('a streamed answer', () => {
  test('starts, delivers its text, ends with its billing, and is saved and charged once', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Кратко: что такое фотосинтез?')
    const events = await eventsOf(await openStream(request))

    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index))
    expect(events[0]?.event).toEqual({
      type: 'start',
      operationId: request.operationId,
      service: 'chatgpt',
      model: 'gpt-4o-mini',
      conversationId: asker.conversationId,
      priceTokens
    })
    expect(events.at(-1)?.event).toMatchObject({
      type: 'done',
      outcome: 'complete',
      upstreamModel: 'gpt-6-luna',
      billing: { siteTokens: priceTokens, usdWithMarkup: expect.any(Number) },
      settlement: { priceTokens, chargedTokens: priceTokens, returnedTokens: 0, balanceTokens: 15 }
    })
    expect(await savedMessages(asker)).toEqual([
      { role: 'user', content: request.prompt, outcome: null, chargedTokens: null },
      { role: 'assistant', content: textOf(events), outcome: 'complete', chargedTokens: priceTokens }
    ])
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15, reservedTokens: 0, usedTokens: 5 })
  })

  test('holds at most twenty readers: the oldest is dropped and the others get the whole answer', async () => {
    await slowDown(5)
    const request = requestOf(await newAsker(20), 'Подробно: что такое туман? [сбой:медленный-поток]')
    const oldest = new Response(await openStream(request)).text()
    const others = []
    for (let count = 0; count < readersMax; count++) others.push(await streamFrom(request, -1))
    await control({ speed: 20 * sandboxSpeed })
    expect(parseEvents(await oldest).some(({ event }) => event.type === 'done')).toBe(false)
    const texts = await Promise.all(others.map((stream) => new Response(stream).text()))
    for (const text of texts) expect(parseEvents(text).at(-1)?.event.type).toBe('done')
  })

  test('a reader that returns continues after its last event without a gap', async () => {
    const request = requestOf(await newAsker(20), 'Подробно: история Москвы')
    const seen = await readSome(await openStream(request))
    const lastId = parseEvents(seen).at(-1)!.id
    const rest = await new Response(await streamFrom(request, lastId)).text()
    const whole = await new Response(await streamFrom(request, -1)).text()
    expect(seen.slice(0, whole.indexOf(rest)) + rest).toBe(whole)
  })

  test('a client that disconnects changes nothing: the answer is completed, saved and charged in full', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Подробно: как работает двигатель?')
    await readSome(await openStream(request))
    await vi.waitUntil(async () => (await viewOf(asker.userId)).reservedTokens === 0, { timeout: 30_000 })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15, usedTokens: 5 })
    expect((await savedMessages(asker)).at(-1)).toMatchObject({ role: 'assistant', outcome: 'complete' })
  })

  test('an answer killed mid-stream is free, and its text is kept and readable', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Расскажи о ветре [сбой:молчание]')
    const seen = textOf(parseEvents(await readSome(await openStream(request))))
    await expect.poll(() => inAnswers(request, (store) => store.texts(request.operationId))).not.toEqual([])
    await abortAllDurableObjects()
    await alarmOf(request)
    const events = await eventsOf(await streamFrom(request, -1))
    expect(textOf(events).startsWith(seen)).toBe(true)
    expect(events.at(-1)?.event).toMatchObject({
      type: 'error',
      outcome: 'interrupted',
      settlement: { chargedTokens: 0, returnedTokens: priceTokens, balanceTokens: 20 }
    })
    expect((await savedMessages(asker)).at(-1)).toMatchObject({ content: textOf(events), outcome: 'interrupted' })
  })
})

test('a reader that returns after a restart does not wait for the alarm', async () => {
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Расскажи о грозе [сбой:молчание]')
  const seen = parseEvents(await readSome(await openStream(request)))
  await abortAllDurableObjects()
  const rest = await eventsOf(await streamFrom(request, seen.at(-1)!.id))
  expect(rest.at(-1)?.event).toMatchObject({ type: 'error', outcome: 'interrupted', settlement: { chargedTokens: 0 } })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
})

test('an answer killed before its first character is free, and the upstream was called once', async () => {
  await slowDown(1)
  const asker = await newAsker(20)
  const request = requestOf(asker, 'Расскажи о тишине [сбой:медленный-старт]')
  await openStream(request)
  await vi.waitUntil(async () => (await callsAbout('о тишине')).length === 1, { timeout: 20_000 })
  await abortAllDurableObjects()
  await alarmOf(request)
  await alarmOf(request)
  expect((await savedMessages(asker)).at(-1)).toMatchObject({ content: '', outcome: 'interrupted', chargedTokens: 0 })
  expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
  expect(await callsAbout('о тишине')).toHaveLength(1)
})

describe('one operation id', () => {
  test('sent five times at once is one answer and one charge', async () => {
    const asker = await newAsker(100)
    const request = requestOf(asker, 'Кратко: зачем нужен сон?')
    const texts = await Promise.all(
      Array.from({ length: 5 }, async () => new Response(await openStream(request)).text())
    )
    expect(new Set(texts).size).toBe(1)
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 95 })
    expect(await savedMessages(asker)).toHaveLength(2)
  })

  test('as JSON calls: one gets the answer, the others are told that it is running, a later one gets the same answer', async () => {
    const asker = await newAsker(100)
    const request = requestOf(asker, 'Кратко: зачем нужен воздух?')
    const results = await Promise.all(Array.from({ length: 5 }, () => answerFor(request).askAndWait(request)))
    const finished = results.filter((result) => result.state === 'finished')
    const refused = results.filter((result) => result.state === 'refused')
    expect([finished.length, refused.map(({ code }) => code)]).toEqual([1, Array(4).fill('OPERATION_IN_PROGRESS')])
    expect(await answerFor(request).askAndWait(request)).toEqual(finished[0])
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 95 })
  })

  test('the same id with another body is refused and changes nothing', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Кратко: что такое рифма?')
    await eventsOf(await openStream(request))
    const before = await viewOf(asker.userId)
    const other = { ...request, prompt: 'Другое', fingerprint: 'другое' }
    expect(await answerFor(request).ask(other)).toEqual({ state: 'refused', code: 'IDEMPOTENCY_MISMATCH' })
    expect(await viewOf(asker.userId)).toEqual(before)
  })

  test('refused for lack of tokens leaves nothing, and succeeds after a top-up', async () => {
    const asker = await newAsker(3)
    const request = requestOf(asker, 'Кратко: что такое ритм?')
    expect(await answerFor(request).ask(request)).toEqual({
      state: 'refused',
      code: 'INSUFFICIENT_TOKENS',
      availableTokens: 3
    })
    expect([await savedMessages(asker), await answerFor(request).view()]).toEqual([
      [],
      { state: 'refused', code: 'NOT_FOUND' }
    ])
    await userOf(env, asker.userId).credit({
      id: 'more',
      amountTokens: 10,
      service: 'bonus',
      action: { kind: 'signup-bonus' }
    })
    const events = await eventsOf(await openStream(request))
    expect(events.at(-1)?.event).toMatchObject({ type: 'done', settlement: { balanceTokens: 8 } })
  })

  test('20 requests at once with a balance for 7 give exactly 7 answers', async () => {
    const asker = await newAsker(7 * priceTokens + priceTokens - 1)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const request = requestOf({ ...asker, conversationId: null }, `Кратко: число ${index}`)
        return answerFor(request).askAndWait(request)
      })
    )
    const refusals = results.filter((result) => result.state === 'refused').map(({ code }) => code)
    expect(refusals).toEqual(Array(13).fill('INSUFFICIENT_TOKENS'))
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: priceTokens - 1, reservedTokens: 0 })
  })
})
