// Prices above the catalogue: the same functions show and charge.
import { describe, expect, test } from 'vitest'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { flux, midjourney } from '#contract/catalogue/image.ts'
import { priceOfAction } from '#contract/catalogue/midjourney-actions.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { isBasicSetting, priceOf } from '#contract/catalogue/price.ts'
import { findPriceItem, priceItemsOf } from '#contract/catalogue/price-items.ts'
import { nextChangeAt, priceKey, pricedEntry, pricedModel, pricesAt } from '#contract/catalogue/prices.ts'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import { elevenlabs } from '#contract/catalogue/voice.ts'
import { noticeMs, knownUntilMs } from '#domain/price-notice.ts'
import { catalogueModels } from '#contract/catalogue/models.ts'
import { promoCodeIn } from '#contract/promo.ts'

const priceItems = priceItemsOf(catalogueModels)

const of = (service: string, item: string, tokens: number) => new Map([[priceKey(service, item), tokens]])

const change = (tokens: number | null, startsAt: number) => ({ service: 'dalle', item: '', tokens, startsAt })

const at = (now: number) => pricesAt([change(null, 30), change(9, 10), change(7, 20)], now).get(priceKey('dalle', ''))

describe('the prices at a moment', () => {
  test('are those of the newest change that has begun, in whatever order they are known', () => {
    expect([9, 10, 19, 20, 29, 30].map(at)).toEqual([undefined, 9, 9, 7, 7, undefined])
  })

  test('change next when the next change begins', () => {
    expect([0, 10, 30].map((now) => nextChangeAt([change(7, 20), change(9, 10), change(1, 30)], now))).toEqual([
      10,
      20,
      null
    ])
  })
})

describe('every price that can be set', () => {
  test.each(priceItems)('of $service $item is the one that is charged', ({ service, item, tokens }) => {
    const prices = of(service, item, 777)
    const model = chatModels.find((one) => one.service === service && one.id === item)
    if (model) {
      expect([model.priceTokens, pricedModel(model, prices).priceTokens]).toEqual([tokens, 777])
      return
    }
    const entry = findStudioEntry(service)
    if (!entry) throw new Error(`No service ${service}`)
    const by = typeof entry.price.tokens === 'number' || item === '' ? {} : { [entry.price.tokens.by]: item }
    const parameters = { prompt: 'Маяк', ...defaultValues(entry.parameters), ...by }
    const times = priceOf(entry, parameters) / tokens
    expect(priceOf(pricedEntry(entry, prices), parameters)).toBe(777 * times)
  })

  test('stands once in the list, and no service is left out', () => {
    expect(new Set(priceItems.map(({ service, item }) => priceKey(service, item))).size).toBe(priceItems.length)
    expect(studioEntries.filter(({ id }) => !priceItems.some(({ service }) => service === id))).toEqual([])
    expect(findPriceItem(catalogueModels, { service: 'dalle', item: 'none' })).toBeUndefined()
  })
})

describe('a price above the catalogue', () => {
  test('leaves other prices of the service as they are, and the entry itself', () => {
    const priced = pricedEntry(flux, of('flux', 'flux-pro', 9))
    expect(priced.price).toEqual({
      tokens: { by: 'model', values: { 'flux-pro': 9, 'flux-dev': 2, 'flux-schnell': 1 } }
    })
    expect(pricedEntry(flux, of('dalle', '', 9))).toBe(flux)
    expect(pricedEntry(pricedEntry(flux, of('flux', 'flux-pro', 9)), of('flux', 'flux-pro', 8)).ownPrice).toBe(
      flux.price
    )
  })

  test('closes nothing that was open before a purchase, and opens nothing', () => {
    const dear = pricedEntry(flux, of('flux', 'flux-schnell', 50))
    const models = ['flux-schnell', 'flux-dev', 'flux-pro']
    expect(models.map((model) => isBasicSetting(dear, { model }))).toEqual([true, false, false])
  })

  test('of all voices is the price of each', () => {
    const prices = of('elevenlabs', '', 4)
    const prompt = 'а'.repeat(1001)
    expect(priceOf(pricedEntry(elevenlabs, prices), { prompt, voice: 'sarah' })).toBe(8)
  })

  test('of a sheet is that of another sheet, and half of it that of one enlarged picture', () => {
    const prices = of('midjourney', 'standard', 7)
    const parameters = defaultValues(midjourney.parameters)
    expect(priceOfAction('variation', parameters, prices)).toBe(7)
    expect(priceOfAction('upscale', parameters, prices)).toBe(4)
  })
})

test('a price is announced long enough for everybody to know it', () => {
  expect(noticeMs).toBeGreaterThanOrEqual(knownUntilMs + 60_000)
})

test.each([
  [' весна-2027 ', 'ВЕСНА2027'],
  ['Hello World', 'HELLOWORLD'],
  ['ёлка', 'ЁЛКА'],
  ['\u200Bве\u00ADс\u200Cна\uFEFF2027\u200F', 'ВЕСНА2027'],
  ['\u2066ВЕСНА\u00A02027\u2069\uFE0F', 'ВЕСНА2027'],
  ['ВЕСНА–2027', 'ВЕСНА2027'],
  ['ВЕСНА—2027', 'ВЕСНА2027'],
  ['ВЕСНА‑2027', 'ВЕСНА2027'],
  ['ВЕСНА−2027', 'ВЕСНА2027'],
  ['«весна2027»', 'ВЕСНА2027'],
  ['„Весна2027“.', 'ВЕСНА2027'],
  ['“spring27”!', 'SPRING27'],
  ['"spring27",', 'SPRING27'],
  ["'spring27'", 'SPRING27'],
  ['(spring27)…', 'SPRING27'],
  ['и\u0306од2027', 'ЙОД2027'],
  ['abc', null],
  ['«»', null],
  ['вес.на', null],
  ["a'; drop", null],
  ['а'.repeat(25), null]
])('the promo code %j is %j', (typed, code) => {
  expect(promoCodeIn(typed)).toBe(code)
})
