// How an answer ends early, and what the user pays for it.
import { describe, expect, test } from 'vitest'
import { chargeOf } from '#domain/charge.ts'
import {
  answerFor,
  eventsOf,
  newAsker,
  objectOf,
  priceTokens,
  referenceLength,
  requestOf,
  savedMessages,
  textOf
} from '../support/worker/asking.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { callsAbout, control, openStream, readSome, slowDown, streamFrom, viewOf } from '../support/worker/reading.ts'

watchOutages()

describe('stopping', () => {
  test('charges the delivered part, returns the rest and keeps the text', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Подробно о море [сбой:молчание]')
    await readSome(await openStream(request))
    const stopped = await answerFor(request).stop()
    if (stopped.state === 'refused') throw new Error(stopped.code)
    const chargedTokens = chargeOf({
      outcome: 'stopped',
      priceTokens,
      deliveredLength: stopped.content.length,
      referenceLength
    })
    expect(chargedTokens).toBeGreaterThan(0)
    expect(stopped.end).toMatchObject({
      type: 'done',
      outcome: 'stopped',
      settlement: {
        priceTokens,
        chargedTokens,
        returnedTokens: priceTokens - chargedTokens,
        balanceTokens: 20 - chargedTokens
      }
    })
    expect((await savedMessages(asker)).at(-1)).toEqual({
      role: 'assistant',
      content: stopped.content,
      outcome: 'stopped',
      chargedTokens
    })
    expect(await answerFor(request).stop()).toEqual(stopped)
  })

  test('closes the upstream connection, so that unread text costs nothing', async () => {
    const request = requestOf(await newAsker(20), 'Подробно о ветре [сбой:молчание]')
    await readSome(await openStream(request))
    await answerFor(request).stop()
    await expect.poll(async () => (await callsAbout('о ветре')).map(({ outcome }) => outcome)).toEqual(['aborted'])
  })

  test('before the first character is free', async () => {
    await slowDown(1)
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Привет [сбой:медленный-старт]')
    await openStream(request)
    const stopped = await answerFor(request).stop()
    expect(stopped).toMatchObject({ content: '', end: { outcome: 'stopped', settlement: { chargedTokens: 0 } } })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
  })

  test('a finished answer changes nothing', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Кратко: что такое стих?')
    await eventsOf(await openStream(request))
    expect(await answerFor(request).stop()).toMatchObject({ end: { outcome: 'complete' } })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 15 })
  })

  test('happens when the conversation is deleted, and only the delivered part is charged', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Расскажи о песке [сбой:молчание]')
    await readSome(await openStream(request))
    await objectOf(asker).removeConversation(asker.conversationId)
    const events = await eventsOf(await streamFrom(request, -1))
    const chargedTokens = chargeOf({
      outcome: 'stopped',
      priceTokens,
      deliveredLength: textOf(events).length,
      referenceLength
    })
    expect(chargedTokens).toBeLessThan(priceTokens)
    expect(events.at(-1)?.event).toMatchObject({ outcome: 'stopped', settlement: { chargedTokens } })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20 - chargedTokens, reservedTokens: 0 })
  })

  test('is not what deleting an empty conversation does: one with an answer under way stays', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Расскажи о глине [сбой:молчание]')
    await readSome(await openStream(request))
    expect(await objectOf(asker).removeEmptyConversation(asker.conversationId)).toBe(false)
    expect(await answerFor(request).stop()).toMatchObject({ end: { outcome: 'stopped' } })
    expect(await objectOf(asker).removeEmptyConversation(asker.conversationId)).toBe(false)
  })

  test('no answer begins in an empty conversation that is being deleted', async () => {
    const asker = await newAsker(20)
    const request = requestOf(asker, 'Привет')
    const [isRemoved, asked] = await Promise.all([
      objectOf(asker).removeEmptyConversation(asker.conversationId),
      answerFor(request).ask(request)
    ])
    expect(asked.state).toBe(isRemoved ? 'refused' : 'accepted')
  })

  test('an unknown answer is refused as not found', async () => {
    const request = requestOf(await newAsker(20), 'Нет')
    expect(await answerFor(request).stop()).toEqual({ state: 'refused', code: 'NOT_FOUND' })
  })
})

describe('an upstream failure is free, and the text that arrived is kept', () => {
  test.each([
    ['[сбой:обрыв]', 'failed', 'PROVIDER_FAILED', true],
    ['[сбой:недосказано]', 'failed', 'PROVIDER_FAILED', true],
    ['[сбой:битое-событие]', 'failed', 'PROVIDER_FAILED', true],
    ['[сбой:ошибка-в-потоке]', 'failed', 'PROVIDER_FAILED', true],
    ['[сбой:429]', 'failed', 'PROVIDER_BUSY', false],
    ['[сбой:квота]', 'failed', 'UNAVAILABLE', false],
    ['[сбой:500]', 'failed', 'PROVIDER_FAILED', false],
    ['[сбой:отказ]', 'refused', 'PROVIDER_REFUSED', false],
    ['[сбой:пустой-ответ]', 'failed', 'EMPTY_ANSWER', false]
  ])('fault %s', async (word, outcome, code, keepsText) => {
    const asker = await newAsker(20)
    const request = requestOf(asker, `Расскажи о лесе ${word}`)
    const events = await eventsOf(await openStream(request))
    expect(events.at(-1)?.event).toMatchObject({
      type: 'error',
      outcome,
      failure: { code },
      settlement: { priceTokens, chargedTokens: 0, returnedTokens: priceTokens, balanceTokens: 20 }
    })
    if (keepsText) expect(textOf(events).length).toBeGreaterThan(0)
    expect((await savedMessages(asker)).at(-1)).toEqual({
      role: 'assistant',
      content: textOf(events),
      outcome,
      chargedTokens: 0,
      // Asking again would not help, and the page has to know that when it is opened later.
      ...(code === 'UNAVAILABLE' && { unavailable: true })
    })
    expect(await viewOf(asker.userId)).toMatchObject({ availableTokens: 20, reservedTokens: 0 })
  })

  test('a rate limit of the upstream is passed on with its seconds to wait', async () => {
    const request = requestOf(await newAsker(20), 'Привет [сбой:429]')
    const events = await eventsOf(await openStream(request))
    expect(events.at(-1)?.event).toMatchObject({ failure: { code: 'PROVIDER_BUSY', retryAfter: 3 } })
  })

  test('one server error before the first character is retried, and the user does not see it', async () => {
    await control({ fault: 'server-error', faultCount: 1 })
    const request = requestOf(await newAsker(20), 'Кратко: что такое снег?')
    const events = await eventsOf(await openStream(request))
    expect(events.at(-1)?.event).toMatchObject({ type: 'done', outcome: 'complete' })
    expect(JSON.stringify(events)).not.toContain('failure')
    expect((await callsAbout('такое снег')).map(({ outcome }) => outcome)).toHaveLength(2)
  })
})
