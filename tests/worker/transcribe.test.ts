// Transcription of speech is free, limited by the seconds that were really spoken, and recognises recordings by their bytes.
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dictationLimits } from '#contract/catalogue/plans.ts'
import { dictationKey } from '#domain/dictation.ts'
import { cluster, joined, longWebm, packets, padding, simpleBlock, track, webmOf } from '../support/built-webm.ts'
import { expectUntouched, sendWith } from '../support/worker/generating.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg } from '../support/worker/pictures.ts'
import { control } from '../support/worker/reading.ts'
import { leftOfDay } from '../support/worker/storing.ts'
import { lasting, liveWebm, m4a, ogg, webm } from '../support/worker/recordings.ts'

const path = '/ai/audio/transcribe'
const unheard = 'Не удалось распознать голос'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A minute of packets that all say they begin at the same time. */
const timeless = webmOf([cluster(0, Array<Uint8Array>(500).fill(simpleBlock(0, packets.ms120)), null)])
const unmeasurable = webmOf([cluster(0, Array<Uint8Array>(200).fill(simpleBlock(0, packets.ms20)))], {
  tracks: [track({ codec: 'A_VORBIS' })]
})

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
    ['with a wrong media type', dataUrl('audio/webm', ogg)],
    ['of the longest time, stopped a little late', dataUrl('audio/webm', longWebm(31.5))],
    ['that is padded', dataUrl('audio/webm', joined(liveWebm, padding(900_000)))]
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
    ['of 0.12 s', dataUrl('audio/webm', longWebm(0.12))],
    ['that says nothing about its length', dataUrl('audio/webm', unmeasurable)],
    ['of nothing but padding', dataUrl('audio/webm', webmOf([padding(400_000)]))],
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
    ['by its packets', dataUrl('audio/webm', longWebm(33))],
    ['by its packets, seventeen minutes in a megabyte', dataUrl('audio/webm', longWebm(1000))],
    ['by its packets, whatever their times are', dataUrl('audio/webm', timeless)],
    ['by its size', `data:audio/webm;base64,${'A'.repeat(1_500_000)}`]
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

  test.each([
    // When a user breaks off, the provider may have transcribed already.
    ['429', 0],
    ['500', 0],
    ['без-ссылки', 32]
  ])('that the provider answers with %s takes %i seconds from the day', async (mediaFault, seconds) => {
    const audio = dataUrl('audio/webm', longWebm(31.2))
    await send(audio)
    const before = await leftOfDay(person, dictationKey)
    expect(before).toBe(dictationLimits.free.secondsPerDay - 32)
    await control({ mediaFault })
    expect((await send(audio)).status).not.toBe(200)
    expect(await leftOfDay(person, dictationKey)).toBe(before - seconds)
  })

  test('of unknown length takes nothing from the day and calls no provider', async () => {
    await send(dataUrl('audio/webm', webm))
    const before = [await lastCall(), await leftOfDay(person, dictationKey)]
    await send(dataUrl('audio/webm', unmeasurable))
    await send(dataUrl('audio/webm', longWebm(33)))
    expect([await lastCall(), await leftOfDay(person, dictationKey)]).toEqual(before)
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
