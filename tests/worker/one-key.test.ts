// A product with one key, of a reseller that answers for one model: chats work, and everything else is refused before anything is reserved.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectUntouched, moneyOf, sendWith, standingQueues } from '../support/worker/generating.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl } from '../support/worker/pictures.ts'
import { webm } from '../support/worker/recordings.ts'
import { wholeApp } from '../support/worker/whole-app.ts'

const makers = [
  'OPENAI',
  'ANTHROPIC',
  'XAI',
  'BFL',
  'STABILITY',
  'MIDJOURNEY',
  'ELEVENLABS',
  'LUMA',
  'RUNWAY',
  'GOOGLE'
]
/** One object, because what is in force is kept by it. */
const bindings = {
  ...standingQueues().bindings,
  ...Object.fromEntries(makers.map((maker) => [`${maker}_API_KEY`, ''])),
  CHAT_SUPPLIER_URL: `${new URL(env.OPENAI_BASE_URL).origin}/resellers/openrouter/v1`,
  CHAT_SUPPLIER_KEY: 'sandbox',
  CHAT_SUPPLIER_MODELS: '{"gpt-4o-mini":{"model":"openai/gpt-4o-mini","input":0.15,"output":0.6}}'
}

let person: Person
beforeEach(async () => {
  person = await newPerson({ tokens: 30, paid: true })
})
const send = async (path: string, body: object) => answered(await sendWith(person, bindings, path, { body }))

const notConnected = {
  status: 503,
  success: false,
  data: null,
  message: null,
  error: 'Этот сервис ещё не подключён. Токены не списаны',
  code: 'NOT_CONNECTED'
}

test('a chat is answered by the reseller, at our price and its cost', async () => {
  const { conversation } = await dataOf<{ conversation: { id: number } }>(
    await sendWith(person, bindings, '/chat/conversations', { body: { service: 'chatgpt', model: 'gpt-4o-mini' } })
  )
  const body = { prompt: 'Кратко: что такое радуга?', model: 'gpt-4o-mini', conversationId: conversation.id }
  expect(await send('/ai/text/chatgpt', body)).toMatchObject({
    status: 200,
    data: { model: 'gpt-4o-mini', upstreamModel: 'openai/gpt-4o-mini', billing: { siteTokens: 5 }, balance: 25 }
  })
  const answer = historyRows(person.userId).prepare(
    "select supplier, usd_micros as micros from messages where role = 'assistant'"
  )
  expect(await answer.first()).toEqual({ supplier: 'environment', micros: expect.any(Number) })
  expect(await answer.first('micros')).toBeGreaterThan(0)
})

test('a request that names no model is answered by the one that is there, and the prompt helper too', async () => {
  expect(await send('/ai/text/chatgpt', { prompt: 'Кратко: что такое дождь?' })).toMatchObject({
    status: 200,
    data: { model: 'gpt-4o-mini' }
  })
  expect(await send('/ai/prompt', { service: 'flux', idea: 'рыжий кот' })).toMatchObject({
    status: 200,
    data: { billing: { siteTokens: 5 } }
  })
})

test.each([
  ['a model without a route', '/ai/text/chatgpt', { prompt: 'Привет', model: 'gpt-4o' }],
  ['a model of a service without one', '/ai/text/claude', { prompt: 'Привет', model: 'claude-3-haiku' }],
  ['a service without one', '/ai/text/xai', { prompt: 'Привет' }],
  ['DALL-E', '/ai/image/dalle', { prompt: 'Кот', size: '1024x1024', quality: 'standard', style: 'natural' }],
  ['Midjourney', '/ai/image/midjourney', { prompt: 'Кот' }],
  ['Flux', '/ai/image/flux', { prompt: 'Кот' }],
  ['Stable Diffusion', '/ai/image/stable-diffusion', { prompt: 'Cat' }],
  ['ElevenLabs', '/ai/audio/elevenlabs', { prompt: 'Привет' }],
  ['Luma', '/ai/video/luma', { prompt: 'Кот' }],
  ['Veo 3', '/ai/video/veo3', { prompt: 'Кот' }],
  ['Runway', '/ai/video/runwayml', { prompt: 'Кот', mode: 'text-to-video' }],
  ['dictation', '/ai/audio/transcribe', { audio: dataUrl('audio/webm', webm) }]
])('%s is refused, and nothing is reserved', async (_, path, body) => {
  expect(await send(path, body)).toEqual(notConnected)
  await expectUntouched(person, 30)
})

async function read(path: string) {
  const context = createExecutionContext()
  const response = await wholeApp.fetch(new Request(`${env.SITE_ORIGIN}/api${path}`), { ...env, ...bindings }, context)
  await waitOnExecutionContext(context)
  return response
}

describe('pages', () => {
  test('are told what is not connected, and models as they are sold', async () => {
    const { unconnected, models } = await dataOf<{ unconnected: string[]; models: { id: string; model: object }[] }>(
      await read('/prices')
    )
    expect(unconnected).toEqual(
      expect.arrayContaining(['/claude', '/xai', '/gpt5', '/dalle', '/luma', 'gpt-4o', 'dictation'])
    )
    expect(unconnected).not.toContain('/chatgpt')
    const find = (id: string) => models.find((one) => one.id === id)?.model
    expect(find('gpt-4o-mini')).toMatchObject({ offers: { webSearch: false, thinking: false } })
    expect(find('claude-3-haiku')).toMatchObject({ isOnSale: false })
  })

  test('are told of nothing where every key is there', async () => {
    const context = createExecutionContext()
    const response = await wholeApp.fetch(new Request(`${env.SITE_ORIGIN}/api/prices`), env, context)
    expect(await dataOf(response)).toMatchObject({ unconnected: [] })
  })
})

test('a work of a page that is no longer connected cannot be made again', async () => {
  const made = await person.send('POST', '/ai/image/flux', { prompt: 'Кот' })
  const { id } = (await dataOf<{ job: { id: string } }>(made)).job
  const before = await moneyOf(person)
  expect(await send('/ai/image/flux', { prompt: 'Кот' })).toEqual(notConnected)
  expect(await send(`/jobs/${id}/redo`, {})).toMatchObject({ status: 503, code: 'NOT_CONNECTED' })
  expect(await moneyOf(person)).toEqual(before)
})
