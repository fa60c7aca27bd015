// `/v1/images/edits` as the real client of OpenAI sends it: forms with pictures.
import OpenAI, { toFile } from 'openai'
import { beforeEach, expect, test } from 'vitest'
import { newCaller } from '../support/worker/api-caller.ts'
import { sendToApi } from '../support/worker/api-clients.ts'
import { moneyOf, rowsOf } from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { jpeg, png } from '../support/worker/pictures.ts'

beforeEach(() => controlSandbox({ speed: 20_000 }))

const prompt = 'Сделай фон белым'
const file = (bytes: Uint8Array<ArrayBuffer> = png(64, 64), name = 'picture') =>
  toFile(bytes, name, { type: 'application/octet-stream' })

const apiError = (error: unknown) => {
  if (error instanceof OpenAI.APIError) return { status: error.status, param: error.param }
  throw error
}

test('one picture is changed by the model that changes, whatever type the client names', async () => {
  const { person, client } = await newCaller(20)
  const made = await client.images.edit({ model: 'gpt-image-1', image: await file(new Uint8Array(jpeg)), prompt })
  expect(made.data?.[0]?.b64_json?.length).toBeGreaterThan(100)
  expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 0 })
  const [row] = await rowsOf(person)
  expect(row).toMatchObject({ service: 'gpt-image-edit', uploads: ['image'], parameters: { prompt } })
})

test('several pictures are examples for a model that takes them', async () => {
  const { person, client } = await newCaller(20)
  const image = [await file(), await file(new Uint8Array(jpeg))]
  await client.images.edit({ model: 'dall-e-3', image, prompt, n: 2 })
  expect(await moneyOf(person)).toEqual({ availableTokens: 10, reservedTokens: 0 })
  for (const row of await rowsOf(person))
    expect(row).toMatchObject({ service: 'dalle', uploads: ['reference1', 'reference2'] })
})

test('the same form with the same name is one work, though its boundary is another', async () => {
  const { person, client } = await newCaller(20)
  const options = { headers: { 'idempotency-key': 'edit-1' } }
  const once = async () => client.images.edit({ image: await file(), prompt }, options)
  const first = await once()
  expect((await once()).data?.[0]?.b64_json).toBe(first.data?.[0]?.b64_json)
  expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 0 })
  const other = client.images.edit({ image: await file(png(65, 65)), prompt }, options)
  expect(await other.catch(apiError)).toMatchObject({ status: 422 })
})

test('fields that were left empty mean nothing', async () => {
  const { client } = await newCaller(20)
  const empty = { size: '', quality: '', background: '', output_format: '', response_format: '', stream: '', n: '' }
  const form = { image: await file(), prompt, ...empty } as unknown as OpenAI.Images.ImageEditParamsNonStreaming
  expect((await client.images.edit(form)).data).toHaveLength(1)
})

const mask = () => file(png(64, 64), 'mask.png')
const refusals: [name: string, asked: () => Promise<object>, expected: object][] = [
  ['no picture', async () => ({}), { status: 400, param: 'image' }],
  ['a text for a picture', async () => ({ image: await file(new Uint8Array(100).fill(65)) }), { param: 'image' }],
  ['two for one', async () => ({ image: [await file(), await file()] }), { status: 400, param: 'image' }],
  [
    'a mask beside examples',
    async () => ({ model: 'dall-e-3', image: await file(), mask: await mask() }),
    { param: 'mask' }
  ],
  ['a mask of another size', async () => ({ image: await file(png(32, 32)), mask: await mask() }), { param: 'mask' }],
  ['a model that makes', async () => ({ model: 'midjourney', image: await file() }), { status: 404, param: 'model' }],
  ['a stream', async () => ({ image: await file(), stream: true }), { status: 400, param: 'stream' }],
  ['nine', async () => ({ image: await file(), n: 9 }), { status: 400, param: 'n' }]
]

test.for(refusals)('%s is refused', async ([, asked, expected]) => {
  const { person, client } = await newCaller(20)
  const form = { prompt, ...(await asked()) } as OpenAI.Images.ImageEditParamsNonStreaming
  expect(await client.images.edit(form).catch(apiError)).toMatchObject(expected)
  expect(await rowsOf(person)).toEqual([])
})

test('a body that is no form is refused in words', async () => {
  const { key } = await newCaller(20)
  const refused = await sendToApi(key.text, '/v1/images/edits', { method: 'POST', body: { prompt } })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('multipart/form-data') } })
})
