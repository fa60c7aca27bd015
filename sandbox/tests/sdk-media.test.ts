// The picture, film and dictation upstreams of the sandbox, held against the clients that their makers publish.
import { GoogleGenAI } from '@google/genai'
import RunwayML, { TaskFailedError } from '@runwayml/sdk'
import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { serveSandbox } from '#tests/support/node/sandbox-server.ts'

const { origin, sandbox } = serveSandbox()
const maxRetries = 0
/** Longer than any film takes. */
const passAnHour = () => sandbox.state.clock.wait(3_600_000, new AbortController().signal)

const thrownBy = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown')
}

const openai = () => new OpenAI({ apiKey: 'local-key', baseURL: `${origin()}/openai/v1`, maxRetries })
const sizeOf = async ({ data }: OpenAI.ImagesResponse) => {
  const { width, height, format } = await sharp(Buffer.from(data?.[0]?.b64_json ?? '', 'base64')).metadata()
  return { width, height, format }
}

describe('OpenAI', () => {
  const asked = { model: 'gpt-image-2.5-flare', prompt: 'Кот', size: '1024x1024', output_format: 'png' } as const

  it('paints a picture', async () => {
    const picture = await openai().images.generate({ ...asked, safety_identifier: 'a hash' })
    expect(await sizeOf(picture)).toEqual({ width: 1024, height: 1024, format: 'png' })
    expect(picture.usage?.total_tokens).toBeGreaterThan(0)
  })

  it('edits a picture of a tagged user', async () => {
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#e0a020' } })
      .png()
      .toBuffer()
    const edited = await openai().images.edit({
      ...asked,
      model: 'gpt-image-2.5-sunburst',
      image: await toFile(photo, 'photo.png', { type: 'image/png' }),
      safety_identifier: 'a hash'
    })
    expect(await sizeOf(edited)).toEqual({ width: 1024, height: 1024, format: 'png' })
  })

  it('writes down a recording', async () => {
    const bytes = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(2000)])
    const file = await toFile(bytes, 'speech.webm', { type: 'audio/webm' })
    const heard = await openai().audio.transcriptions.create({ file, model: 'gpt-transcribe', response_format: 'json' })
    expect(heard.text).toMatch(/./)
  })

  it('does not know a retired model', async () => {
    const error = await thrownBy(openai().images.generate({ ...asked, model: 'dall-e-3' }))
    expect(error).toBeInstanceOf(OpenAI.NotFoundError)
    expect(error).toMatchObject({ code: 'model_not_found' })
  })
})

const google = (apiKey = 'local-key') =>
  new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: `${origin()}/google` } })
const googleOrder = (input: string) => ({
  model: 'gemini-omni-1.2-flash',
  input,
  background: true,
  response_format: { type: 'video' as const, delivery: 'uri' as const, duration: '5s', aspect_ratio: '16:9' as const }
})

describe('Google', () => {
  it('makes a film at the address that the client uses by itself', async () => {
    const { interactions } = google()
    const { id, status } = await interactions.create(googleOrder('Море'))
    expect(status).toBe('in_progress')
    await passAnHour()
    const { status: later, steps } = await interactions.get(id)
    expect(later).toBe('completed')
    const made = steps.flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []))
    expect(made).toMatchObject([{ type: 'video', mime_type: 'video/mp4', uri: expect.stringContaining(origin()) }])
  })

  it('cancels', async () => {
    const { interactions } = google()
    const { id } = await interactions.create(googleOrder('Море [сбой:вечно]'))
    expect((await interactions.cancel(id)).status).toBe('cancelled')
  })

  it('refuses a wrong key', async () => {
    expect(await thrownBy(google('invalid').interactions.create(googleOrder('Море')))).toMatchObject({ status: 400 })
  })
})

const runway = (apiKey = 'local-key') => new RunwayML({ apiKey, baseURL: `${origin()}/runway`, maxRetries })
const runwayOrder = (promptText: string) => ({ model: 'gen4.5', promptText, ratio: '1280:720', duration: 5 }) as const

describe('Runway', () => {
  it('makes a film', async () => {
    const { id } = await runway().textToVideo.create(runwayOrder('Море'))
    await passAnHour()
    const task = await runway().tasks.retrieve(id).waitForTaskOutput()
    expect(task.output).toEqual([expect.stringContaining(origin())])
  })

  it('fails a film with its code', async () => {
    const { id } = await runway().textToVideo.create(runwayOrder('Море [сбой:модерация-позже]'))
    await passAnHour()
    const error = await thrownBy(runway().tasks.retrieve(id).waitForTaskOutput())
    expect(error).toBeInstanceOf(TaskFailedError)
    expect(error).toMatchObject({ taskDetails: { failureCode: expect.stringMatching(/^SAFETY\./) } })
  })

  it('refuses a wrong key', async () => {
    const error = await thrownBy(runway('invalid').textToVideo.create(runwayOrder('Море')))
    expect(error).toBeInstanceOf(RunwayML.AuthenticationError)
  })
})
