import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  editImage,
  generateAudio,
  generateDalle,
  generateImage,
  generateVideo,
  transcribe
} from '#contract/job-orders.ts'

const image = 'data:image/jpeg;base64,aGVsbG8='

const problems = (schema: z.ZodType, sent: unknown) =>
  Object.fromEntries((schema.safeParse(sent).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))

describe('a generation call', () => {
  test('takes flat options, and parses to the service’s canonical id', () => {
    expect(generateImage.input.parse({ service: 'dall-e-3', prompt: 'кот' })).toEqual({
      service: 'dalle',
      parameters: {
        prompt: 'кот',
        size: '1024x1024',
        quality: 'standard',
        style: 'natural',
        count: '1',
        background: 'auto'
      }
    })
    expect(generateVideo.input.parse({ service: 'runway', prompt: 'дождь' }).service).toBe('runwayml')
    expect(generateAudio.input.parse({ service: 'elevenlabs', prompt: 'Привет' }).parameters).toEqual({
      prompt: 'Привет',
      voice: 'sarah',
      format: 'mp3',
      stability: 50,
      style: 0,
      speed: '1'
    })
  })

  test('takes nested options; a flat option wins over a nested one', () => {
    const sent = { service: 'flux', prompt: 'кот', options: { model: 'flux-dev', prompt: 'пёс' } }
    expect(generateImage.input.parse(sent).parameters).toMatchObject({ prompt: 'кот', model: 'flux-dev' })
  })

  test('refuses services of another kind', () => {
    const refused = { service: 'Такого сервиса нет' }
    expect(problems(generateImage.input, { service: 'luma', prompt: 'море' })).toEqual(refused)
    expect(problems(generateVideo.input, { service: 'dalle', prompt: 'кот' })).toEqual(refused)
    expect(problems(generateAudio.input, { service: 'suno', prompt: 'песня' })).toEqual(refused)
    expect(problems(generateImage.input, { prompt: 'кот' })).toEqual(refused)
    expect(problems(generateDalle.input, { service: 'flux', prompt: 'кот' })).toEqual(refused)
  })

  test('names the wrong field', () => {
    expect(problems(generateImage.input, { service: 'stable-diffusion', prompt: 'кот', steps: 51 })).toEqual({
      steps: 'Допустимо от 10 до 50'
    })
  })
})

describe('the calls of single pages', () => {
  test('DALL-E needs no service', () => {
    const body = { prompt: 'кот', size: '1792x1024', quality: 'standard', style: 'natural' }
    expect(generateDalle.input.parse(body)).toEqual({
      service: 'dalle',
      parameters: { ...body, count: '1', background: 'auto' }
    })
    expect(problems(generateDalle.input, { ...body, size: '512x512' })).toEqual({
      size: 'Такого варианта нет'
    })
  })

  test('the editor takes both forms of its body', () => {
    const expected = { service: 'gpt-image-edit', parameters: { image, prompt: 'фон', size: '1024x1024', count: '1' } }
    expect(editImage.input.parse({ image, prompt: 'фон', size: '1024x1024' })).toEqual(expected)
    expect(editImage.input.parse({ service: 'gpt-image-edit', imageData: image, options: { prompt: 'фон' } })).toEqual({
      ...expected,
      parameters: { ...expected.parameters, size: 'auto' }
    })
    expect(editImage.input.parse({ service: 'stability', imageData: image, options: { tool: 'remove-bg' } })).toEqual({
      service: 'stability',
      parameters: { tool: 'remove-bg', image }
    })
  })

  test('transcription takes bare base64 and data URLs of recordings, up to its size limit', () => {
    for (const audio of ['aGVsbG8=', 'data:audio/webm;codecs=opus;base64,aGVsbG8='])
      expect(transcribe.input.parse({ audio })).toEqual({ audio })
    expect(problems(transcribe.input, {})).toEqual({ audio: 'Не удалось распознать голос' })
    expect(problems(transcribe.input, { audio: image })).toEqual({ audio: 'Не удалось распознать голос' })
    expect(problems(transcribe.input, { audio: 'A'.repeat(6 * 1024 * 1024) })).toEqual({
      audio: 'Запись длиннее 30 секунд'
    })
  })
})
