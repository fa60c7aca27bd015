// Transcription of speech is free, limited, and recognises recordings by their bytes.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectUntouched, sendWith } from '../support/worker/generating.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg } from '../support/worker/pictures.ts'
import { control } from '../support/worker/reading.ts'
import { lasting, liveWebm, m4a, ogg, webm } from '../support/worker/recordings.ts'

const path = '/ai/audio/transcribe'
const unheard = 'Не удалось распознать голос'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

let person: Person
beforeEach(async () => {
  person = await newPerson({ tokens: 1 })
  await control({ transcript: 'Расскажи о китах' })
})
afterEach(() => control({ transcript: null, mediaFault: null }))

const send = async (audio: unknown) => answered(await person.send('POST', path, { audio }))

/** The last call that the upstream got, as JSON. */
async function lastCall(): Promise<string> {
  const calls = await (await fetch(`${new URL(env.OPENAI_BASE_URL).origin}/calls.json`)).json()
  return JSON.stringify((calls as unknown[])[0])
}

describe('a recording', () => {
  test.each([
    ['as bare base64', base64(webm)],
    ['as a data URL', dataUrl('audio/webm', webm)],
    ['with its codec named', dataUrl('audio/webm;codecs=opus', webm)],
    ['without a duration', dataUrl('audio/webm', liveWebm)],
    ['from Safari', dataUrl('audio/mp4', m4a)],
    ['from Firefox', dataUrl('audio/ogg', ogg)],
    ['with a wrong media type', dataUrl('audio/webm', ogg)]
  ])('%s is transcribed, and the text is repeated at the top level', async (_, audio) => {
    expect(await send(audio)).toEqual({
      status: 200,
      success: true,
      data: { text: 'Расскажи о китах' },
      message: null,
      error: null,
      text: 'Расскажи о китах'
    })
    await expectUntouched(person, 1)
  })

  test('is sent with the file extension of its real type', async () => {
    await send(dataUrl('audio/webm', ogg))
    expect(await lastCall()).toContain('speech.ogg')
  })

  test.each([
    ['of nothing', ''],
    ['of 0.1 s', dataUrl('audio/webm', lasting(0.1))],
    ['of a few bytes', dataUrl('audio/webm', webm.subarray(0, 100))],
    ['that is a picture', dataUrl('audio/webm', jpeg)],
    ['called a picture', dataUrl('image/jpeg', webm)],
    ['that is text', base64(new TextEncoder().encode('<script>alert(1)</script>'.repeat(20)))],
    ['that is a number', 7]
  ])('%s is refused', async (_, audio) => {
    expect(await send(audio)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      data: { details: [{ path: 'audio', msg: unheard }] }
    })
  })

  test.each([
    ['by its header', dataUrl('audio/webm', lasting(45))],
    ['by its size', `data:audio/webm;base64,${'A'.repeat(6_000_000)}`]
  ])('that is too long %s is refused', async (_, audio) => {
    expect(await send(audio)).toMatchObject({
      status: 400,
      data: { details: [{ path: 'audio', msg: 'Запись длиннее 30 секунд' }] }
    })
  })

  test('without speech is refused with a text', async () => {
    await control({ transcript: '', mediaFault: 'empty' })
    expect(await send(dataUrl('audio/webm', webm))).toMatchObject({ status: 400, error: unheard })
  })

  test.each([
    ['429', 429, 'PROVIDER_BUSY'],
    ['500', 502, 'PROVIDER_FAILED'],
    ['без-ссылки', 502, 'PROVIDER_FAILED'],
    ['html', 502, 'PROVIDER_FAILED']
  ])('answers %s of the upstream with status %i', async (mediaFault, status, code) => {
    await control({ mediaFault })
    expect(await send(dataUrl('audio/webm', webm))).toMatchObject({
      status,
      success: false,
      code,
      error: expect.stringMatching(/[а-я]/)
    })
  })

  test('over the limit per minute is 429', async () => {
    const limited = { LIMIT_TRANSCRIPTION_PER_MINUTE: '1' }
    const audio = dataUrl('audio/webm', webm)
    expect((await sendWith(person, limited, path, { body: { audio } })).status).toBe(200)
    expect(await answered(await sendWith(person, limited, path, { body: { audio } }))).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number)
    })
  })
})
