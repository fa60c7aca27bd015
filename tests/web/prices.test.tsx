import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { pricedModel, type PriceChange } from '#contract/catalogue/prices.ts'
import { askAnswer } from '#web/src/chat/stream/answer-calls.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { shownPrice, shownPrices, usePrices } from '#web/src/base/session/prices.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { fakeApi, succeed } from './fake-api.ts'

const model = chatModels.find(({ id }) => id === 'gpt-4o-mini') ?? chatModels[0]!

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  beginNewPage()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const Price = () => <p>{pricedModel(model, usePrices()).priceTokens} токенов</p>

function open(changes: PriceChange[], aheadMs = 0) {
  const api = fakeApi({
    'GET /prices': () => succeed({ now: Date.now() + aheadMs, changes }),
    'POST /ai/text/chatgpt': () => succeed()
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Price />
    </QueryClientProvider>
  )
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
  await askAnswer(
    { service: 'chatgpt', prompt: 'Вопрос', model: model.id },
    'operation-1',
    new AbortController().signal
  )
  expect(asked.at(-1)?.headers.get('x-price-shown')).toBe('9')
})

it('without a change the price is that of the catalogue', async () => {
  open([
    { service: 'chatgpt', item: model.id, tokens: 9, startsAt: 1 },
    { service: 'chatgpt', item: model.id, tokens: null, startsAt: 2 }
  ])
  await screen.findByText('5 токенов')
})
