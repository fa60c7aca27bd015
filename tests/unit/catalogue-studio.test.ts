import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { elevenlabsSamples, examplesOf } from '#web/src/studio/examples/example-texts.ts'
import { acceptedValues, startingValues } from '#web/src/media/form/settings.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { orderCalls } from '#contract/job-orders.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { findStudioEntry, studioEntries, studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { estimatedSeconds } from '#contract/catalogue/voice.ts'
import { isShown } from '#contract/catalogue/shown-parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { fillings } from '../support/form-fillings.ts'
import { isBasicSetting, priceOf, priceRange, UnknownPrice } from '#contract/catalogue/price.ts'

const entryCalled = (service: string): StudioEntry => {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(`no entry ${service}`)
  return entry
}

const file = (type: string) => `data:${type};base64,aGVsbG8=`

const combinations = new Map(
  studioEntries.map((entry) => [
    entry,
    fillings(
      entry,
      () => ['текст'],
      ({ mediaTypes }) => file(mediaTypes[0] ?? '')
    )
  ])
)
const combinationsOf = (entry: StudioEntry) => combinations.get(entry) ?? []

/** The values of a form with only the required fields filled. */
const filledOf = ({ parameters }: StudioEntry): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => 'requiredText' in parameter && parameter.requiredText && !parameter.shownWhen)
      .map((parameter) => [parameter.name, 'mediaTypes' in parameter ? file(parameter.mediaTypes[0] ?? '') : 'текст'])
  )

const pricesOf = (service: string, by: string) => {
  const entry = entryCalled(service)
  return Object.fromEntries(combinationsOf(entry).map((values) => [values[by], priceOf(entry, values)]))
}

describe('image, video and voice entries', () => {
  test('are the ten pages, each found by service and by route', () => {
    expect(studioEntries.map(({ id, path }) => [id, path])).toEqual([
      ['dalle', '/dall-e-3'],
      ['midjourney', '/midjourney'],
      ['flux', '/flux'],
      ['stable-diffusion', '/stable-diffusion'],
      ['gpt-image-edit', '/gpt-image-edit'],
      ['stability', '/stability'],
      ['elevenlabs', '/elevenlabs'],
      ['luma', '/luma'],
      ['veo3', '/veo3'],
      ['runwayml', '/runway']
    ])
    for (const entry of studioEntries) {
      expect(findStudioEntry(entry.id)).toBe(entry)
      expect(studioEntryOfPath(entry.path)).toBe(entry)
    }
    expect(findStudioEntry('dall-e-3')?.id).toBe('dalle')
    expect(findStudioEntry('runway')?.id).toBe('runwayml')
    expect(studioEntryOfPath('/dalle')?.id).toBe('dalle')
    expect(findStudioEntry('constructor')).toBeUndefined()
  })

  test.each(studioEntries)('$id has texts, and no two parameters of one name', (entry) => {
    const names = entry.parameters.map((parameter) => parameter.name)
    expect(new Set(names).size).toBe(names.length)
    for (const { label } of entry.parameters) expect(label).toMatch(/\S/)
    for (const text of [entry.title, entry.badge, entry.summary, ...Object.values(entry.texts)])
      expect(text).toMatch(/\S/)
    expect(entry.texts.done).toContain('{tokens}')
    expect([1, 2]).toContain(entry.shownResults)
  })

  test.each(studioEntries)(
    '$id: every setting, beside every other, parses and has a whole price and an upstream',
    (entry) => {
      const range = priceRange(entry)
      const filled = combinationsOf(entry)
      expect(filled.length).toBeGreaterThan(0)
      const schema = parametersSchema(entry.parameters)
      // One `expect` for hundreds of combinations, because each takes longer than what it looks at.
      const isAccepted = (values: ParameterValues) => isDeepStrictEqual({ ...schema.parse(values) }, values)
      const hasUpstream = (values: ParameterValues) => {
        const route = mediaRouteOf(entry, values)
        const sent = Object.values(translated(route, values))
        return /\S/.test(route.model) && sent.every((value) => ['string', 'number'].includes(typeof value))
      }
      expect(filled.filter((values) => !isAccepted(values) || !hasUpstream(values))).toEqual([])
      const prices = filled.map((values) => priceOf(entry, values))
      expect(filled.filter((_, index) => !Number.isSafeInteger(prices[index]))).toEqual([])
      expect([Math.min(...prices), Math.max(...prices)]).toEqual([range.minTokens, range.maxTokens])
    }
  )

  test.each(studioEntries)('$id: required fields alone give the defaults and the lowest price', (entry) => {
    const parsed = parametersSchema(entry.parameters).parse(filledOf(entry))
    expect(isBasicSetting(entry, parsed)).toBe(true)
    expect(priceOf(entry, parsed)).toBe(priceRange(entry).minTokens)
    for (const parameter of entry.parameters)
      if ('default' in parameter && isShown(parameter, parsed)) expect(parsed[parameter.name]).toBe(parameter.default)
  })

  test.each(studioEntries)('$id: every route is reached by some setting', (entry) => {
    const reached = new Set(combinationsOf(entry).map((values) => mediaRouteOf(entry, values)))
    expect([...reached].toSorted()).toHaveLength(entry.upstream.length)
  })
})

describe('prices', () => {
  test('are those of the product’s price table', () => {
    expect(pricesOf('dalle', 'size')).toEqual({ '1024x1024': 5, '1792x1024': 5, '1024x1792': 5 })
    expect(pricesOf('gpt-image-edit', 'size')).toEqual({ auto: 7, '1024x1024': 7 })
    expect(pricesOf('flux', 'model')).toEqual({ 'flux-pro': 3, 'flux-dev': 2, 'flux-schnell': 1 })
    expect(pricesOf('midjourney', 'quality')).toEqual({ standard: 2, high: 4 })
    expect(new Set(Object.values(pricesOf('stable-diffusion', 'model')))).toEqual(new Set([2]))
    expect(new Set(Object.values(pricesOf('stability', 'tool')))).toEqual(new Set([2]))
    expect(new Set(Object.values(pricesOf('veo3', 'duration')))).toEqual(new Set([8]))
    expect(new Set(Object.values(pricesOf('runwayml', 'mode')))).toEqual(new Set([6]))
  })

  test('of Luma are the duration’s price times the quality’s factor', () => {
    const luma = entryCalled('luma')
    const table = ['standard', 'high', 'ultra'].map((quality) =>
      ['5', '10', '15'].map((duration) => priceOf(luma, { duration, quality }))
    )
    expect(table).toEqual([
      [3, 5, 8],
      [6, 10, 16],
      [12, 20, 32]
    ])
  })

  test('of a voice are one token per started thousand characters', () => {
    const voice = entryCalled('elevenlabs')
    const priced = (length: number) => priceOf(voice, { prompt: 'а'.repeat(length), voice: 'lily', speed: '1' })
    expect([1, 999, 1000, 1001, 2000, 5000, 5001, 10_000].map(priced)).toEqual([1, 1, 1, 2, 2, 5, 6, 10])
    expect(isBasicSetting(voice, { prompt: 'а'.repeat(5000), voice: 'lily' })).toBe(true)
    expect(estimatedSeconds('а'.repeat(31))).toBe(3)
  })

  test('throw for a setting without a known price', () => {
    const flux = entryCalled('flux')
    for (const model of ['flux-ultra', '', 'toString']) expect(() => priceOf(flux, { model })).toThrow(UnknownPrice)
    expect(() => priceOf(flux, {})).toThrow(UnknownPrice)
    expect(() => priceOf(entryCalled('elevenlabs'), { voice: 'sarah' })).toThrow(UnknownPrice)
    for (const tokens of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => priceOf({ id: 'broken', price: { tokens } }, {}), String(tokens)).toThrow(UnknownPrice)
  })

  test('of settings above the cheapest need a first purchase', () => {
    expect(isBasicSetting(entryCalled('flux'), { model: 'flux-pro' })).toBe(false)
    expect(isBasicSetting(entryCalled('luma'), { duration: '5', quality: 'high' })).toBe(false)
    expect(isBasicSetting(entryCalled('luma'), { duration: '10', quality: 'standard' })).toBe(false)
    expect(isBasicSetting(entryCalled('midjourney'), { quality: 'high' })).toBe(false)
  })
})

describe('examples', () => {
  test('are as many as the pages show, in Russian and without repeats', () => {
    expect(studioEntries.map(({ path }) => [path, examplesOf(path).length])).toEqual([
      ['/dall-e-3', 6],
      ['/midjourney', 6],
      ['/flux', 4],
      ['/stable-diffusion', 6],
      ['/gpt-image-edit', 6],
      ['/stability', 6],
      ['/elevenlabs', 6],
      ['/luma', 6],
      ['/veo3', 4],
      ['/runway', 4]
    ])
    const texts = studioEntries.flatMap(({ path }) => examplesOf(path).map((example) => example.text))
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).toMatch(/[а-яё]{3}/i)
  })

  test('are accepted by the form of their page', () => {
    for (const entry of studioEntries)
      for (const { text, settings = { prompt: text } } of examplesOf(entry.path)) {
        const names = new Set(entry.parameters.map(({ name }) => name))
        expect(Object.keys(settings).filter((name) => !names.has(name))).toEqual([])
        const start = startingValues(entry.parameters)
        expect(acceptedValues(entry.parameters, { ...start, ...settings })).toMatchObject(settings)
      }
  })

  test('of voices name an existing voice', () => {
    const voices = entryCalled('elevenlabs').parameters.find((parameter) => parameter.name === 'voice')
    const known = voices?.kind === 'choice' ? voices.options.map((option) => option.value) : []
    expect(elevenlabsSamples.length).toBeGreaterThanOrEqual(3)
    for (const { voice } of elevenlabsSamples) expect(known).toContain(voice)
  })
})

test.each(studioEntries)('the call of the page $path takes its service', (entry) => {
  const { input } = orderCalls[entry.call]
  const refusals = input.safeParse({ service: entry.id }).error?.issues.filter(({ path }) => path[0] === 'service')
  expect(refusals ?? []).toEqual([])
})
