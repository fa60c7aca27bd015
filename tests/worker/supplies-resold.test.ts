// Pictures and speech by resellers with OpenAI's wire: what they are asked, and what their worst answers cost.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { partsTicket } from '#domain/job.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { delivered, endOf, expectAtRest, failedBy, jobOf } from '../support/worker/jobs.ts'
import { shorterText } from '../support/worker/speaking.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { setStage } from '../support/worker/stage.ts'
import {
  addAccount,
  callsTo,
  closeKey,
  nameSupplies,
  newPrompt,
  queuedWork,
  ranWork
} from '../support/worker/supplies.ts'

setStage()
watchOutages()
beforeEach(async () => {
  await env.DB.exec('delete from route_states')
})

const work = 'bfl flux-2-klein-4b'

describe('a reseller with OpenAI’s wire', () => {
  const resold = 'black-forest-labs/flux-2-pro'

  test.each([
    ['with the bytes', 'one'],
    ['with a link', 'links-one']
  ])('draws a picture and answers %s', async (_, name) => {
    const id = await addAccount({ dialect: 'openai-chat', path: `/resellers/${name}/v1` })
    await nameSupplies(work, [{ supplier: id, model: resold, costMicros: 30_000 }])
    const prompt = newPrompt()
    const job = await ranWork('flux', prompt)
    expect(await endOf(job)).toEqual(delivered)
    const [call] = await callsTo(`/resellers/${name}`, prompt)
    expect(call?.body).toEqual({ model: resold, prompt, size: '256x256', n: 1, response_format: 'b64_json' })
    expect(await jobOf(job)).toMatchObject({ supply: { supplier: id, model: resold, costMicros: 30_000 } })
    expect(await userOf(env, job.userId).operation(job.operationId)).toMatchObject({ row: { upstreamModel: resold } })
    await expectAtRest(job)
  })

  test('reads a text in its own voice', async () => {
    const id = await addAccount({ dialect: 'openai-chat', path: '/resellers/one/v1' })
    await nameSupplies('elevenlabs eleven_multilingual_v2', [
      { supplier: id, model: 'tts-1', voices: { sarah: 'alloy' } }
    ])
    const prompt = newPrompt()
    const job = await ranWork('elevenlabs', prompt)
    expect(await endOf(job)).toEqual(delivered)
    const [call] = await callsTo('/resellers/one/v1/audio', prompt)
    expect(call?.body).toEqual({ model: 'tts-1', input: prompt, voice: 'alloy', response_format: 'mp3' })
    await expectAtRest(job)
  })

  test('waits for a recording’s next part while its account is gone', async () => {
    const id = await addAccount({ dialect: 'openai-chat', path: '/resellers/one/v1' })
    await nameSupplies('elevenlabs eleven_multilingual_v2', [
      { supplier: id, model: 'tts-1', voices: { sarah: 'alloy' } }
    ])
    const { queue, job } = await queuedWork('elevenlabs', shorterText)
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', ticket: partsTicket })
    await closeKey(id)
    vi.setSystemTime(Date.now() + 61_000)
    await queue.step()
    expect(await jobOf(job)).toMatchObject({ step: 'running', ticket: partsTicket, failedChecks: 1, failure: null })
  })

  test('is passed over for what it would have to leave out', async () => {
    const id = await addAccount({ dialect: 'openai-chat', path: '/resellers/one/v1' })
    const speech = 'elevenlabs eleven_multilingual_v2'
    await nameSupplies(speech, [
      { supplier: id, model: 'tts-1', voices: { george: 'onyx' } },
      { supplier: 'elevenlabs', model: 'eleven_multilingual_v2' }
    ])
    const job = await ranWork('elevenlabs', newPrompt())
    expect(await jobOf(job)).toMatchObject({ step: 'completed', supply: { supplier: 'elevenlabs' } })
  })

  test.each([
    ['refuses the order in its words leaves it to the next', 'invalid_value', delivered, 1],
    ['refuses it by its safety rules ends it', 'content_policy_violation', failedBy('MODERATED'), 0]
  ] as const)('that %s', async (_, code, ended, further) => {
    const id = await addAccount({ dialect: 'openai-chat', path: 'https://pictures.reseller.ru/v1' })
    await nameSupplies(work, [
      { supplier: id, model: resold },
      { supplier: 'bfl', model: 'flux-2-klein-4b' }
    ])
    const send = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(input).startsWith('https://pictures.reseller.ru')
        ? Response.json({ error: { code } }, { status: 400 })
        : send(input, init)
    )
    const prompt = newPrompt()
    const job = await ranWork('flux', prompt)
    expect(await endOf(job)).toEqual(ended)
    expect((await callsTo('/bfl', prompt)).length).toBe(further)
    await expectAtRest(job)
  })

  const hostile: [string, () => Promise<Response>, string][] = [
    ['HTML in place of JSON', async () => new Response('<html></html>'), 'PROVIDER_FAILED'],
    ['an answer without end', async () => new Response(endless()), 'RESULT_TOO_LARGE'],
    [
      'a link to a private address',
      async () => Response.json({ data: [{ url: 'http://169.254.169.254/latest' }] }),
      'RESULT_LOST'
    ],
    ['no picture at all', async () => Response.json({ data: [] }), 'PROVIDER_FAILED'],
    [
      'an error with status 200',
      async () => Response.json({ error: { code: 'insufficient_quota' } }),
      'PROVIDER_UNAVAILABLE'
    ]
  ]

  test.each(hostile)('that answers with %s costs the user nothing', async (_, answer, failure) => {
    const id = await addAccount({ dialect: 'openai-chat', path: 'https://pictures.reseller.ru/v1' })
    await nameSupplies(work, [{ supplier: id, model: resold }])
    const send = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
      String(input).startsWith('https://pictures.reseller.ru') ? answer() : send(input, init)
    )
    const job = await ranWork('flux', newPrompt())
    expect(await endOf(job)).toEqual(failedBy(failure))
    await expectAtRest(job)
  })
})

/** A megabyte at a time, for ever. */
const endless = () => {
  const piece = new TextEncoder().encode(' '.repeat(1024 * 1024))
  return new ReadableStream({ pull: (controller) => controller.enqueue(piece) })
}
