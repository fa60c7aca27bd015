// The prices of calls under `/v1` as the page about the API shows them: public, and those that keys are told.
import { expect, test } from 'vitest'
import { readApiPrices } from '#contract/api-prices.ts'
import { newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'
import { dataOf, sendAsVisitor } from '../support/worker/person.ts'

interface Listed {
  data: { id: string; name: string; site_pricing: object }[]
}

test('a visitor reads the prices that a key is told, of every model, and nothing of suppliers', async () => {
  const { key } = await newCaller()
  const { data } = await (await sendToApi(key.text, '/v1/models')).json<Listed>()
  const told = await dataOf<{ items: object[] }>(await sendAsVisitor('GET', '/prices/api'))
  expect(told.items).toEqual(data.map(({ id, name, site_pricing: prices }) => ({ id, name, prices })))
  expect(JSON.stringify(told)).not.toMatch(/supplier|route|listPrice/)
  const { items } = readApiPrices.output.parse(told)
  const priced = (name: keyof (typeof items)[number]['prices']) =>
    items.filter(({ prices }) => prices[name] !== undefined).map(({ id }) => id)
  expect(priced('per_million')).toContain('gpt-4o-mini')
  expect(priced('per_image')).toContain('midjourney')
  expect(priced('per_1000_characters')).toEqual(['elevenlabs'])
  expect(priced('per_minute')).toEqual(['gpt-transcribe'])
})
