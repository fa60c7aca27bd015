// What a work costs us: by the request to the provider, and unknown without a published price.
import { expect, test } from 'vitest'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { mediaMicrosOf } from '#domain/upstreams/media-costs.ts'

const nothing = { duration: null, quality: null, characters: null, ownMicros: null }
const cent = 10_000

test.each([
  ['a picture', 'sd3.5-large', {}, 6.5 * cent],
  ['seconds of video', 'gen4.5', { duration: 8 }, 96 * cent],
  ['seconds as Luma writes them', 'ray-3.2', { duration: '10s', quality: '720p' }, 100 * cent],
  ['a resolution', 'gemini-omni-1.2-flash', { duration: '15s', quality: '4k' }, 315 * cent],
  ['the usual resolution', 'gemini-omni-1.2-flash', { duration: '6s' }, 42 * cent],
  ['characters', 'eleven_multilingual_v2', { characters: 2500 }, 25 * cent],
  ['a video whose length is not known', 'gen4_turbo', {}, null],
  ['a resolution without a price', 'ray-3.2', { duration: '5s', quality: '4k' }, null],
  ['a text that is gone', 'eleven_multilingual_v2', {}, null],
  ['a model without a price', 'aleph2', { duration: 5 }, null],
  ['a model of a reseller', 'black-forest-labs/flux-2-pro', {}, 3 * cent],
  ['what an operator has set for the supplier', 'flux-2-pro', { ownMicros: 20_000 }, 2 * cent]
])('of %s', (_, model, asked, micros) => {
  expect(mediaMicrosOf(model, { ...nothing, ...asked })).toBe(micros)
})

test('every model of the catalogue has a price but the one without a published price', () => {
  const asked = { ...nothing, duration: '5s', quality: '720p', characters: 100 }
  const models = [...new Set(studioEntries.flatMap(({ upstream }) => upstream.map(({ model }) => model)))]
  expect(models.filter((model) => mediaMicrosOf(model, asked) === null)).toEqual(['aleph2'])
})
