// Generations as clients see them: submitted, waited for, answered.
import { beforeEach, describe, expect, test } from 'vitest'
import { jobFailures } from '#contract/job-failures.ts'
import {
  keyed,
  later,
  moneyOf,
  neverRedone,
  overOf,
  rowsOf,
  sendAndWait,
  sendWith,
  standingQueues,
  submitted
} from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { dataUrl, jpeg } from '../support/worker/pictures.ts'
import { catchWarnings } from '../support/worker/wallet-rows.ts'

beforeEach(() => controlSandbox({ speed: 20_000 }))
const dalle = { prompt: 'Маяк на скале', size: '1024x1024', quality: 'standard', style: 'natural' }
const address = /^http:\/\/localhost:8788\/api\/files\/h[12]-[0-9a-f]{32}\/0\?expires=\d+&signature=/
const fileUrl = expect.stringMatching(address)

const imageFile = {
  id: expect.stringMatching(/\.0$/),
  url: fileUrl,
  downloadUrl: expect.stringMatching(/&download=1$/),
  type: 'image/png',
  sizeBytes: expect.any(Number),
  width: 1024,
  height: 1024,
  durationSeconds: null
}

const waitingJob = {
  id: expect.any(String),
  state: 'queued',
  kind: 'image',
  service: 'dalle',
  model: null,
  upstreamModel: 'gpt-image-2.5-flare',
  parameters: { ...dalle, background: 'auto' },
  uploads: [],
  sources: [],
  seed: null,
  batch: null,
  revisedPrompt: 'Маяк на скале Natural look, restrained colours.',
  priceTokens: 5,
  chargedTokens: null,
  progress: null,
  cancelling: false,
  waiting: null,
  files: [],
  error: null,
  revision: 0,
  ...neverRedone,
  createdAt: expect.any(Number),
  startedAt: null,
  finishedAt: null
}

describe('a call that waits', () => {
  test('answers with the image; the two old calls repeat it at the top level', async () => {
    const person = await newPerson({ tokens: 20 })
    const response = await person.send('POST', '/ai/image/dalle', dalle)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const result = { imageUrl: fileUrl, revisedPrompt: 'Маяк на скале Natural look, restrained colours.' }
    const times = { startedAt: expect.any(Number), finishedAt: expect.any(Number), revision: expect.any(Number) }
    const job = { ...waitingJob, state: 'completed', chargedTokens: 5, files: [imageFile], ...times }
    expect(await answered(response)).toEqual({
      status: 200,
      success: true,
      data: {
        job,
        jobs: [job],
        result,
        billing: { siteTokens: 5 },
        balance: 15
      },
      message: null,
      error: null,
      ...result,
      result
    })
    expect(await moneyOf(person)).toEqual({ availableTokens: 15, reservedTokens: 0 })
  })

  test('edits an uploaded image', async () => {
    const person = await newPerson({ tokens: 20 })
    const body = { image: dataUrl('image/jpeg', jpeg), prompt: 'Сделай закат', size: '1024x1024' }
    const edited = await answered(await person.send('POST', '/ai/image/edit', body))
    const result = { imageUrl: fileUrl, revisedPrompt: 'Сделай закат' }
    expect(edited).toMatchObject({
      status: 200,
      data: { job: { service: 'gpt-image-edit', uploads: ['image'] }, result, billing: { siteTokens: 7 }, balance: 13 },
      ...result,
      result
    })
    expect(JSON.stringify(edited)).not.toContain('base64')
  })

  test('shows the translated prompt, and does not charge the translation', async () => {
    const person = await newPerson({ tokens: 20 })
    const painted = await answered(
      await sendAndWait(person, '/ai/image/stable-diffusion', { body: { prompt: 'Тихое море' } })
    )
    expect(painted).toMatchObject({
      status: 200,
      data: {
        job: { parameters: { prompt: 'Тихое море' }, revisedPrompt: 'Quiet sea' },
        result: { imageUrl: fileUrl, revisedPrompt: 'Quiet sea' },
        billing: { siteTokens: 2 },
        balance: 18
      }
    })
  })

  test.each([
    ['/ai/image/flux', {}, 'imageUrl', 1],
    ['/ai/image/dall-e-3', {}, 'imageUrl', 5],
    ['/ai/video/luma', {}, 'videoUrl', 3],
    ['/ai/audio/elevenlabs', {}, 'audioUrl', 1]
  ])('%s answers with its kind of file', async (path, more, field, price) => {
    const person = await newPerson({ tokens: 20 })
    const body = await answered(await sendAndWait(person, path, { body: { prompt: 'Тихое море', ...more } }))
    expect(body).toMatchObject({ status: 200, data: { result: { [field]: fileUrl }, balance: 20 - price } })
    expect(Object.keys(body).toSorted()).toEqual(['data', 'error', 'message', 'status', 'success'])
  })

  test.each([
    ['[сбой:модерация]', 422, 'PROVIDER_REFUSED', 'MODERATED'],
    ['[сбой:битый-файл]', 502, 'PROVIDER_FAILED', 'RESULT_BROKEN']
  ] as const)(
    'that fails by %s answers %i without a charge, with the job and its reason',
    async (word, status, code, failure) => {
      catchWarnings()
      const person = await newPerson({ tokens: 20 })
      const body = await answered(await person.send('POST', '/ai/image/dalle', { prompt: `Маяк ${word}` }))
      expect(body).toMatchObject({
        status,
        success: false,
        error: jobFailures[failure],
        code,
        data: { job: { state: 'failed', chargedTokens: 0, error: { code: failure, text: jobFailures[failure] } } }
      })
      expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
    }
  )

  test('for a job that its user cancels answers 409', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const id = crypto.randomUUID()
    const waiting = sendWith(person, bindings, '/ai/image/dalle', { body: dalle, headers: keyed(id) })
    await expect.poll(async () => (await rowsOf(person)).length).toBe(1)
    expect(await answered(await person.send('DELETE', `/jobs/${id}`))).toMatchObject({
      status: 200,
      data: { job: { id, state: 'cancelled' } }
    })
    expect(await answered(await waiting)).toMatchObject({
      status: 409,
      code: 'JOB_CANCELLED',
      data: { job: { id, state: 'cancelled', chargedTokens: 0 } }
    })
    expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
  })

  test('longer than it may answers 202 with the job', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const response = await sendWith(person, bindings, '/ai/image/dalle', { body: dalle, headers: { prefer: 'wait=1' } })
    expect(await answered(response)).toEqual({
      status: 202,
      success: true,
      data: { job: waitingJob, jobs: [waitingJob], result: null, billing: null, balance: 15 },
      message: null,
      error: null
    })
  })

  test('and whose client disconnects ends, and the job goes on', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings } = standingQueues()
    const leaving = new AbortController()
    const waiting = sendWith(person, bindings, '/ai/image/dalle', { body: dalle, signal: leaving.signal })
    await expect.poll(async () => (await rowsOf(person)).length).toBe(1)
    leaving.abort()
    // A client that stays connected would wait longer than a test may take.
    expect((await waiting).status).toBe(202)
    expect(await rowsOf(person)).toMatchObject([{ step: 'queued' }])
  })
})

describe('a call with prefer: respond-async', () => {
  test('answers 202 at once, and the job delivers later', async () => {
    const person = await newPerson({ tokens: 20 })
    const response = await person.send('POST', '/ai/image/dalle', dalle, { ...later, ...keyed('operation-async-1') })
    const job = { ...waitingJob, id: 'operation-async-1' }
    expect(await answered(response)).toEqual({
      status: 202,
      success: true,
      data: { job, jobs: [job], result: null, billing: null, balance: 15 },
      message: null,
      error: null
    })
    expect(await overOf(person, 'operation-async-1')).toMatchObject({ state: 'completed', files: [imageFile] })
    expect(await moneyOf(person)).toEqual({ availableTokens: 15, reservedTokens: 0 })
  })

  test('stores the provider’s options apart from the user’s parameters', async () => {
    const person = await newPerson({ tokens: 20 })
    const { bindings, sent } = standingQueues()
    const { job } = await submitted(
      await sendWith(person, bindings, '/ai/video/veo3', {
        body: { prompt: 'Море', duration: 6, style: 'animated' },
        headers: later
      })
    )
    expect(job.parameters).toEqual({ prompt: 'Море', style: 'animated', duration: '6', aspectRatio: '16:9' })
    const [row] = await rowsOf(person)
    expect(row).toMatchObject({
      provider: 'google',
      upstreamModel: 'gemini-omni-1.2-flash',
      options: { prompt: 'Море', promptSuffix: 'Animated film look.', duration: '6s', aspectRatio: '16:9' }
    })
    expect(sent).toEqual([{ jobId: row?.id }])
  })
})
