// Speech typed into the prompt: free, within limits, told by its bytes.
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

/** The recording as the upstream got it. */
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
    ['called otherwise than it is', dataUrl('audio/webm', ogg)]
  ])('%s is heard, and its text is at the top too', async (_, audio) => {
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

  test('goes to the upstream under the name of what its bytes are', async () => {
    await send(dataUrl('audio/webm', ogg))
    expect(await lastCall()).toContain('speech.ogg')
  })

  test.each([
    ['of nothing', ''],
    ['of a tap', dataUrl('audio/webm', lasting(0.1))],
    ['of a few bytes', dataUrl('audio/webm', webm.subarray(0, 100))],
    ['that is a picture', dataUrl('audio/webm', jpeg)],
    ['called a picture', dataUrl('image/jpeg', webm)],
    ['that is text', base64(new TextEncoder().encode('<script>alert(1)</script>'.repeat(20)))],
    ['that is a number', 7]
  ])('%s is not heard', async (_, audio) => {
    expect(await send(audio)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      data: { details: [{ path: 'audio', msg: unheard }] }
    })
  })

  test.each([
    ['by its own word', dataUrl('audio/webm', lasting(45))],
    ['by its size', `data:audio/webm;base64,${'A'.repeat(6_000_000)}`]
  ])('that is too long %s is refused', async (_, audio) => {
    expect(await send(audio)).toMatchObject({
      status: 400,
      data: { details: [{ path: 'audio', msg: 'Запись длиннее 30 секунд' }] }
    })
  })

  test('of silence says that nothing was heard', async () => {
    await control({ transcript: '', mediaFault: 'empty' })
    expect(await send(dataUrl('audio/webm', webm))).toMatchObject({ status: 400, error: unheard })
  })

  test.each([
    ['429', 429, 'PROVIDER_BUSY'],
    ['500', 502, 'PROVIDER_FAILED'],
    ['без-ссылки', 502, 'PROVIDER_FAILED'],
    ['html', 502, 'PROVIDER_FAILED']
  ])('that the upstream fails with %s is status %i', async (mediaFault, status, code) => {
    await control({ mediaFault })
    expect(await send(dataUrl('audio/webm', webm))).toMatchObject({
      status,
      success: false,
      code,
      error: expect.stringMatching(/[а-я]/)
    })
  })

  test('too often in a minute is 429', async () => {
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
