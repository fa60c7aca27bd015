// Refused generations: the answer, and that no job and no reservation remains.
import { describe, expect, test } from 'vitest'
import { tokenPackages } from '#contract/catalogue/packages.ts'
import { jobFailures } from '#contract/job-failures.ts'
import type { Job } from '#contract/jobs.ts'
import {
  expectUntouched,
  keyed,
  later,
  moneyOf,
  rowsOf,
  sendWith,
  standingQueues,
  submitted
} from '../support/worker/generating.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { catchWarnings } from '../support/worker/wallet-rows.ts'

const alarms = watchOutages()
const dalle = { prompt: 'Маяк на скале', size: '1024x1024', quality: 'standard', style: 'natural' }

describe('a refused call', () => {
  test('without enough tokens names the missing tokens and the package to buy', async () => {
    const person = await newPerson({ tokens: 2 })
    expect(await answered(await person.send('POST', '/ai/image/dalle', dalle, later))).toEqual({
      status: 402,
      success: false,
      data: { availableTokens: 2, missingTokens: 3, priceTokens: 5, packageId: tokenPackages[0]?.id },
      message: null,
      error: 'Insufficient tokens',
      code: 'INSUFFICIENT_TOKENS'
    })
    await expectUntouched(person, 2)
  })

  test('of a setting outside the plan answers 403; after a purchase it works', async () => {
    const body = { prompt: 'Кот', model: 'flux-pro' }
    const refused = await newPerson({ tokens: 20 })
    expect(await answered(await refused.send('POST', '/ai/image/flux', body, later))).toMatchObject({
      status: 403,
      code: 'MODEL_NOT_IN_PLAN'
    })
    await expectUntouched(refused, 20)
    const buyer = await newPerson({ tokens: 20, paid: true })
    const { bindings } = standingQueues()
    const { job } = await submitted(await sendWith(buyer, bindings, '/ai/image/flux', { body, headers: later }))
    expect(job).toMatchObject({ model: 'flux-pro', priceTokens: 3 })
  })

  test('over the limit per minute answers 429 with seconds to wait, separately for each kind', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const limited = { ...bindings, LIMIT_IMAGE_PER_MINUTE: '1' }
    await submitted(await sendWith(person, limited, '/ai/image/flux', { body: { prompt: 'Кот' }, headers: later }))
    const refused = await sendWith(person, limited, '/ai/image/dalle', { body: dalle, headers: later })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await answered(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
    await submitted(
      await sendWith(person, limited, '/ai/audio/elevenlabs', { body: { prompt: 'Привет' }, headers: later })
    )
  })

  test('over the limit of running jobs answers 429 with a text about jobs', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const limited = { ...bindings, LIMIT_RUNNING_JOBS: '2' }
    for (const prompt of ['Один', 'Два'])
      await submitted(await sendWith(person, limited, '/ai/image/flux', { body: { prompt }, headers: later }))
    expect(
      await answered(await sendWith(person, limited, '/ai/image/flux', { body: { prompt: 'Три' }, headers: later }))
    ).toMatchObject({
      status: 429,
      code: 'TOO_MANY_RUNNING',
      error: 'Уже выполняется столько работ, сколько можно одновременно: 2. Дождитесь окончания одной из них',
      retryAfter: 10
    })
    expect(await moneyOf(person)).toEqual({ availableTokens: 18, reservedTokens: 2 })
  })

  test.each([
    ['/ai/image/dalle', {}, 'prompt', 'Введите описание изображения'],
    ['/ai/image/dalle', { prompt: 7 }, 'prompt', 'Введите описание изображения'],
    ['/ai/video/luma', { prompt: 'Море', duration: '5e0' }, 'duration', 'Такого варианта нет'],
    ['/ai/video/luma', { prompt: 'Море', duration: null }, 'duration', 'Такого варианта нет'],
    ['/ai/video/veo3', { prompt: 'Море', duration: 0.5 }, 'duration', 'Такого варианта нет'],
    ['/ai/image/stable-diffusion', { prompt: 'Кот', steps: -1 }, 'steps', 'Допустимо от 10 до 50'],
    ['/ai/image/stable-diffusion', { prompt: 'Кот', steps: 1e9 }, 'steps', 'Допустимо от 10 до 50'],
    ['/ai/image/stable-diffusion', { prompt: 'Кот', steps: '30' }, 'steps', 'Допустимо от 10 до 50'],
    ['/ai/image/stable-diffusion', { prompt: 'Кот', steps: 10.5 }, 'steps', 'Допустимый шаг: 1'],
    ['/ai/image/flux', { prompt: 'Кот', model: '__proto__' }, 'model', 'Такого варианта нет'],
    ['/ai/image/chatgpt', { prompt: 'Кот' }, 'service', 'Такого сервиса нет'],
    ['/ai/audio/luma', { prompt: 'Кот' }, 'service', 'Такого сервиса нет'],
    ['/ai/image/constructor', { prompt: 'Кот' }, 'service', 'Такого сервиса нет']
  ])('%s with %j names the wrong field', async (path, body, field, msg) => {
    const person = await newPerson({ tokens: 20 })
    expect(await answered(await person.send('POST', path, body, later))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      data: { details: expect.arrayContaining([{ path: field, msg }]) }
    })
    await expectUntouched(person, 20)
  })

  test('ignores a price, a number of pictures or an owner from the client', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const forged = {
      price: 0,
      priceTokens: 0,
      cost: -5,
      n: 1e9,
      tokens: 1000,
      userId: 'x',
      state: 'completed',
      id: 'x'
    }
    const { job, balance } = await submitted(
      await sendWith(person, bindings, '/ai/image/dalle', {
        body: { ...dalle, ...forged, options: forged },
        headers: later
      })
    )
    expect(balance).toBe(15)
    expect(job).toMatchObject({
      service: 'dalle',
      priceTokens: 5,
      parameters: dalle,
      state: 'queued'
    } satisfies Partial<Job>)
    expect(await rowsOf(person)).toMatchObject([{ userId: person.userId, priceTokens: 5 }])
  })

  test('with an invalid operation id answers 400', async () => {
    const person = await newPerson({ tokens: 20 })
    expect(await answered(await person.send('POST', '/ai/image/dalle', dalle, keyed('../x')))).toMatchObject({
      status: 400,
      data: { details: [{ path: 'Idempotency-Key', msg: 'Некорректный идентификатор операции' }] }
    })
  })
})

test('a job that its provider refuses for lack of our money answers 503 with the job and its reason', async () => {
  const warn = catchWarnings()
  const person = await newPerson({ tokens: 20 })
  const body = await answered(await person.send('POST', '/ai/image/dalle', { prompt: 'Маяк [сбой:квота]' }))
  const error = { code: 'PROVIDER_UNAVAILABLE', text: jobFailures.PROVIDER_UNAVAILABLE }
  expect(body).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    error: error.text,
    data: { job: { state: 'failed', chargedTokens: 0, error } }
  })
  expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
  expect(warn().map(({ event }) => event)).toContain('job-call-failed')
  expect(alarms()).toMatchObject([{ event: 'provider-unpaid', provider: 'openai' }])
})
