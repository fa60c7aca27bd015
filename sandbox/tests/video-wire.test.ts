// The sandbox's video upstreams against the fixtures of the adapters' tests, and with the refusals of the real APIs.
import { describe, expect, it } from 'vitest'
import { submitted, videoBody, videoDoor, videoKeys, videoUpstreams } from '#tests/support/node/video-upstream.ts'
import { fieldsOf, readFixture } from '#tests/support/node/wire-structure.ts'
import type { VideoUpstream } from '#tests/support/node/video-upstream.ts'

const minute = 60_000

const fixtureOf = (name: string): unknown => JSON.parse(readFixture(`${name}.json`))

const states: [fixture: string, upstream: VideoUpstream, word: string, passedMs: number][] = [
  ['luma-generation-queued', 'luma', '', 1000],
  ['luma-generation-processing', 'luma', '', 30_000],
  ['luma-generation-completed', 'luma', '', minute],
  ['luma-generation-moderated', 'luma', '[сбой:модерация]', 0],
  ['luma-generation-moderated', 'luma', '[сбой:модерация-позже]', minute],
  ['luma-generation-failed', 'luma', '[сбой:ошибка-задания]', minute],
  ['luma-generation-no-output', 'luma', '[сбой:без-ссылки]', minute],
  ['runway-task-pending', 'runway', '', 1000],
  ['runway-task-running', 'runway', '', 20_000],
  ['runway-task-succeeded', 'runway', '', minute],
  ['runway-task-failed-safety-input', 'runway', '[сбой:модерация]', 0],
  ['runway-task-failed-safety-output', 'runway', '[сбой:модерация-позже]', minute],
  ['runway-task-failed-internal', 'runway', '[сбой:ошибка-задания]', minute],
  ['runway-task-no-output', 'runway', '[сбой:без-ссылки]', minute],
  ['google-interaction-in-progress', 'google', '', 20_000],
  ['google-interaction-completed', 'google', '', minute],
  ['google-interaction-refused', 'google', '[сбой:модерация]', 0],
  ['google-interaction-refused', 'google', '[сбой:модерация-позже]', minute],
  ['google-interaction-failed', 'google', '[сбой:ошибка-задания]', minute],
  ['google-interaction-no-video', 'google', '[сбой:без-ссылки]', minute]
]

/** Fields that programs read; ids, times and texts may differ. */
const namesOf = (body: unknown) => {
  const { state, status, failure_code, failureCode, type } = Object(body)
  return { state, status, failure_code, failureCode, type }
}

describe('states of a job have the structure of the fixtures', () => {
  it.each(states)('%s.json: %s %s', async (fixture, upstream, word, passedMs) => {
    const door = videoDoor(upstream)
    const id = await submitted(door, videoBody(upstream, `Море ${word}`))
    await door.pass(passedMs)
    const response = await door.read(id)
    const body: unknown = await response.json()
    expect(response.status).toBe(200)
    expect(fieldsOf(body)).toEqual(fieldsOf(fixtureOf(fixture)))
    expect(namesOf(body)).toEqual(namesOf(fixtureOf(fixture)))
  })

  it.each([
    ['luma', 201, 'luma-generation-queued'],
    ['runway', 200, 'runway-task-created'],
    ['google', 200, 'google-interaction-in-progress']
  ] as const)('%s answers a submission with %i', async (upstream, status, fixture) => {
    const response = await videoDoor(upstream).submit(videoBody(upstream, 'Море'))
    expect(response.status).toBe(status)
    expect(fieldsOf(await response.json())).toEqual(fieldsOf(fixtureOf(fixture)))
  })
})

type Changes = Readonly<Record<string, unknown>>
const format = { type: 'video', delivery: 'uri', duration: '6s' }
const frame = { data: 'AQID', media_type: 'image/png' }

const refusals: [fixture: string, changes: Changes, headers?: Record<string, string>][] = [
  ['luma-error-400-invalid', { video: { duration: '7s' } }],
  ['luma-error-401-missing-key', {}, {}],
  ['luma-error-401-invalid-key', {}, { authorization: 'Bearer invalid' }],
  ['luma-error-402-credits', { prompt: '[сбой:квота]' }],
  ['luma-error-429-rate-limit', { prompt: '[сбой:429]' }],
  ['luma-error-500-internal', { prompt: '[сбой:500]' }],
  ['luma-error-503-unavailable', { prompt: '[сбой:перегрузка]' }],
  ['runway-error-400-validation', { duration: 11 }],
  ['runway-error-400-version', {}, { authorization: 'Bearer local-key' }],
  ['runway-error-401-unauthorized', {}, { 'x-runway-version': '2024-11-06' }],
  ['runway-error-401-unauthorized', {}, { ...videoKeys.runway, authorization: 'Bearer invalid' }],
  ['runway-error-429-daily-limit', { promptText: '[сбой:429]' }],
  ['runway-error-400-credits', { promptText: '[сбой:квота]' }],
  ['runway-error-500-internal', { promptText: '[сбой:500]' }],
  ['runway-error-503-unavailable', { promptText: '[сбой:перегрузка]' }],
  ['google-error-400-invalid-argument', { response_format: { ...format, duration: '6' } }],
  ['google-error-400-invalid-key', {}, { 'x-goog-api-key': 'invalid' }],
  ['google-error-403-missing-key', {}, {}],
  ['google-error-404-model', { model: 'veo-3.1-generate-preview' }],
  ['google-error-429-retry-info', { input: '[сбой:429]' }],
  ['google-error-429-prepayment', { input: '[сбой:квота]' }],
  ['google-error-500-internal', { input: '[сбой:500]' }],
  ['google-error-503-unavailable', { input: '[сбой:перегрузка]' }]
]

/** The error code, which each upstream puts in a different field. */
const codeOf = (body: unknown) => Object(Object(Array.isArray(body) ? body[0] : body).error).status

describe('refusals have the structure and codes of the fixtures', () => {
  it.each(refusals)('%s.json: %j', async (fixture, changes, headers) => {
    const upstream = videoUpstreams.find((name) => fixture.startsWith(name)) ?? 'luma'
    const door = videoDoor(upstream)
    const response = await door.submit(videoBody(upstream, 'Море', changes), headers)
    const body: unknown = await response.json()
    expect(String(response.status)).toBe(/-error-(\d+)/.exec(fixture)?.[1])
    expect(fieldsOf(body)).toEqual(fieldsOf(fixtureOf(fixture)))
    expect(codeOf(body)).toBe(codeOf(fixtureOf(fixture)))
    expect(door.sandbox.state.tasks.counts()).toEqual({})
  })

  it.each([
    ['luma', 404, 'luma-error-404-not-found'],
    ['runway', 404, 'runway-error-404-task'],
    ['google', 400, 'google-error-400-unknown-interaction']
  ] as const)('%s answers %i for an unknown job', async (upstream, status, fixture) => {
    const door = videoDoor(upstream)
    const lost = await submitted(door, videoBody(upstream, '[сбой:пропало]'))
    for (const id of ['unknown', lost]) {
      const response = await door.read(id)
      expect(response.status).toBe(status)
      expect(fieldsOf(await response.json())).toEqual(fieldsOf(fixtureOf(fixture)))
    }
  })

  it('a job of one upstream is unknown to another', async () => {
    const luma = videoDoor('luma')
    const id = await submitted(luma, videoBody('luma', 'Море'))
    expect((await videoDoor('runway', luma.sandbox).read(id)).status).toBe(404)
  })
})

const wrong: [upstream: VideoUpstream, title: string, changes: Changes][] = [
  ['luma', 'no prompt', { prompt: undefined }],
  ['luma', 'an empty prompt', { prompt: '' }],
  ['luma', 'a prompt that is too long', { prompt: 'м'.repeat(6001) }],
  ['luma', 'another model', { model: 'ray-2' }],
  ['luma', 'no type: the default is an image', { type: undefined }],
  ['luma', 'a shape of images', { aspect_ratio: '3:2' }],
  ['luma', 'a length as a number', { video: { duration: 5 } }],
  ['luma', '4K', { video: { resolution: '4k' } }],
  ['luma', 'ten seconds as a loop', { video: { duration: '10s', loop: true } }],
  ['luma', 'a field of the older API', { callback_url: 'https://example.com' }],
  ['luma', 'a length outside of `video`', { duration: '5s' }],
  ['runway', 'no words', { promptText: undefined }],
  ['runway', 'too many words', { promptText: 'м'.repeat(1001) }],
  ['runway', 'a retired model', { model: 'gen3a_turbo' }],
  ['runway', 'a model of images', { model: 'gen4_turbo' }],
  ['runway', 'a shape as a ratio', { ratio: '16:9' }],
  ['runway', 'a shape that text does not have', { ratio: '960:960' }],
  ['runway', 'no length', { duration: undefined }],
  ['runway', 'a length as words', { duration: '4' }],
  ['runway', 'half a second', { duration: 4.5 }],
  ['runway', 'an image for words alone', { promptImage: 'https://example.com/a.png' }],
  ['google', 'no input', { input: undefined }],
  ['google', 'an answer that waits for its video', { background: undefined }],
  ['google', 'no format', { response_format: undefined }],
  ['google', 'a square', { response_format: { ...format, aspect_ratio: '1:1' } }],
  ['google', 'a length as a number', { response_format: { ...format, duration: 6 } }],
  ['google', 'two seconds', { response_format: { ...format, duration: '2s' } }],
  ['google', 'sixteen seconds', { response_format: { ...format, duration: '16s' } }],
  [
    'google',
    'eleven seconds of the older model',
    {
      model: 'gemini-omni-1.1-flash',
      response_format: { ...format, duration: '11s' }
    }
  ],
  ['google', 'a resolution in capitals', { response_format: { ...format, resolution: '4K' } }],
  ['luma', 'a first frame of ten seconds', { video: { duration: '10s', start_frame: frame } }],
  ['luma', 'a frame without its type', { video: { duration: '5s', end_frame: { data: 'AQID' } } }],
  ['google', 'a field of Veo', { negativePrompt: 'люди' }]
]

it('luma takes a first and a last frame of five seconds', async () => {
  const video = { duration: '5s', start_frame: frame, end_frame: frame }
  expect((await videoDoor('luma').submit(videoBody('luma', 'Море', { video }))).status).toBe(201)
})

describe('invalid requests', () => {
  it.each(wrong)('%s refuses %s', async (upstream, _, changes) => {
    const response = await videoDoor(upstream).submit(videoBody(upstream, 'Море', changes))
    expect(response.status).toBe(400)
  })

  it.each(videoUpstreams)('%s refuses a body that is not JSON', async (upstream) => {
    expect((await videoDoor(upstream).submit('{"prompt":')).status).toBe(400)
  })

  it.each(videoUpstreams)('%s answers an unknown path with 404 and logs it', async (upstream) => {
    const door = videoDoor(upstream)
    expect((await door.call('GET', 'credits')).status).toBe(404)
    expect(door.sandbox.state.calls.list()).toMatchObject([{ provider: upstream, status: 404, outcome: 'error' }])
  })
})
