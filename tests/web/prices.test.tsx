import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { pricedModel, type PriceChange } from '#contract/catalogue/prices.ts'
import type { ModelChange } from '#contract/models.ts'
import { addedModel, catalogueModel, changeTo } from '../support/models.ts'
import { askAnswer, shownPriceOf } from '#web/src/chat/stream/follow-answer.ts'
import { LiveAnswer } from '#web/src/chat/stream/live-answer.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { shownPrice, shownPrices, usePrices } from '#web/src/base/session/prices.ts'
import { startSession } from '#web/src/base/session/session-store.ts'
import { accountOf, fakeApi, keepTokens, profileOf, refuse, succeed } from './fake-api.ts'

const model = chatModels.find(({ id }) => id === 'gpt-4o-mini') ?? chatModels[0]!

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  keepTokens('anna')
})

const Price = () => <p>{pricedModel(model, usePrices()).priceTokens} токенов</p>

function showPrice() {
  render(
    <QueryClientProvider client={queryClient}>
      <Price />
    </QueryClientProvider>
  )
}

function open(changes: PriceChange[], aheadMs = 0, models: ModelChange[] = []) {
  const api = fakeApi({
    'GET /prices': () => succeed({ now: Date.now() + aheadMs, changes, models }),
    'POST /ai/text/chatgpt': () => succeed()
  })
  showPrice()
  return api
}

it('a price changes on the page when its time comes by the clock of the server', async () => {
  const aheadMs = 3_600_000
  const startsAt = Date.now() + aheadMs + 30_000
  const { asked } = open([{ service: 'chatgpt', item: model.id, tokens: 9, startsAt }], aheadMs)
  await screen.findByText('5 токенов')
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(shownPrice(pricedModel(model, shownPrices()).priceTokens)).toEqual({ 'x-price-shown': '5' })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await screen.findByText('9 токенов')
  const question = { service: 'chatgpt' as const, prompt: 'Вопрос', model: model.id }
  const { signal } = new AbortController()
  await askAnswer(question, 'operation-1', { shown: shownPriceOf(question), signal })
  expect(asked.at(-1)?.headers.get('x-price-shown')).toBe('9')
})

it('a model that is added, and one that is answered for by it, are asked at the price that is set for it', async () => {
  const added = addedModel('qwen3-max', { priceTokens: 4 })
  const gone = catalogueModel('gpt-4o', { isOnSale: false, successor: added.id })
  open([{ service: 'chatgpt', item: added.id, tokens: 7, startsAt: 1 }], 0, [changeTo(added), changeTo(gone)])
  await waitFor(() =>
    expect([added, gone].map(({ id }) => shownPriceOf({ service: 'chatgpt', model: id })['x-price-shown'])).toEqual([
      '7',
      '7'
    ])
  )
})

it('without a change the price is that of the catalogue', async () => {
  open([
    { service: 'chatgpt', item: model.id, tokens: 9, startsAt: 1 },
    { service: 'chatgpt', item: model.id, tokens: null, startsAt: 2 }
  ])
  await screen.findByText('5 токенов')
})

it('a question that is sent again after a lost connection names the price that was shown when it was asked', async () => {
  const startsAt = Date.now() + 5000
  const sent: (string | null)[] = []
  fakeApi({
    'GET /prices': () =>
      succeed({
        now: Date.now(),
        changes: [{ service: 'chatgpt', item: model.id, tokens: 9, startsAt }],
        models: []
      }),
    'POST /ai/text/chatgpt': ({ headers }) => {
      sent.push(headers.get('x-price-shown'))
      vi.setSystemTime(startsAt + 1000)
      if (sent.length === 1) return Promise.reject(new TypeError('The network is away'))
      return refuse(409, { code: 'PRICE_CHANGED' })
    },
    'GET /ai/text/answers/operation-2': () => refuse(404, { code: 'NOT_FOUND' })
  })
  showPrice()
  await screen.findByText('5 токенов')
  const question = { service: 'chatgpt' as const, prompt: 'Вопрос', model: model.id }
  const turn = { operationId: 'operation-2', conversationId: 1, prompt: 'Вопрос', model: model.id, question }
  const followed = new LiveAnswer(turn).follow()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(pricedModel(model, shownPrices()).priceTokens).toBe(9)
  expect(await followed).toMatchObject({ type: 'refused' })
  expect(sent).toEqual(['5', '5'])
})

it('who has Premium is shown that requests cost nothing, and that is what is sent', async () => {
  fakeApi({
    'GET /user/tokens': () => succeed(accountOf(0)),
    'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.com'), plan: 'premium' } })
  })
  await startSession()
  expect(shownPrice(5)).toEqual({ 'x-price-shown': '0' })
})
