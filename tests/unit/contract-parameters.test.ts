import { describe, expect, test } from 'vitest'
import { dataUrlBytes, dataUrlType, defaultValues, type Parameter } from '#contract/catalogue/parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'

const parametersOf = (service: string): readonly Parameter[] => {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(`no entry ${service}`)
  return entry.parameters
}

/** Messages by field, or the parsed values. */
function parse(service: string, sent: unknown) {
  const parsed = parametersSchema(parametersOf(service)).safeParse(sent)
  return parsed.success
    ? parsed.data
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const imageOf = (bytes: number, type = 'image/png') => `data:${type};base64,${Buffer.alloc(bytes).toString('base64')}`

describe('the error texts of a refused form', () => {
  test('are those of the page', () => {
    expect(parse('stable-diffusion', {})).toEqual({ prompt: 'Введите описание изображения' })
    expect(parse('dalle', { prompt: '   ' })).toEqual({ prompt: 'Введите описание изображения' })
    expect(parse('veo3', { prompt: '' })).toEqual({ prompt: 'Введите описание видео' })
    expect(parse('runway', {})).toEqual({ prompt: 'Введите описание видео' })
    expect(parse('runway', { prompt: 'дождь', mode: 'image-to-video' })).toEqual({
      image: 'Загрузите изображение для анимации'
    })
    expect(parse('stability', {})).toEqual({ image: 'Сначала загрузите изображение' })
    expect(parse('gpt-image-edit', {})).toEqual({
      image: 'Загрузите изображение и введите описание изменений',
      prompt: 'Загрузите изображение и введите описание изменений'
    })
  })

  test('state the size limit when a file is too large', () => {
    const megabyte = 1024 * 1024
    expect(parse('stability', { image: imageOf(10 * megabyte + 1) })).toEqual({
      image: 'Файл слишком большой. Максимум 10 МБ'
    })
    expect(parse('stability', { image: imageOf(10 * megabyte) })).toMatchObject({ tool: 'upscale' })
    expect(parse('gpt-image-edit', { prompt: 'фон', image: imageOf(4 * megabyte + 1) })).toEqual({
      image: 'Размер файла не должен превышать 4MB'
    })
    expect(parse('gpt-image-edit', { prompt: 'фон', image: imageOf(4 * megabyte) })).toMatchObject({ prompt: 'фон' })
  })

  test('refuse other kinds of file', () => {
    for (const image of [imageOf(5, 'image/svg+xml'), imageOf(5, 'text/html'), 'https://example.com/a.png', 'aGVsbG8='])
      expect(parse('stability', { image }), image).toEqual({ image: 'Такой файл не поддерживается' })
  })

  test('name every wrong field', () => {
    expect(parse('stable-diffusion', { prompt: 5, steps: 9, cfgScale: 7.25, model: 'dalle' })).toEqual({
      model: 'Такого варианта нет',
      prompt: 'Введите описание изображения',
      steps: 'Допустимо от 10 до 50',
      cfgScale: 'Допустимый шаг: 0.5'
    })
    expect(parse('runway', { prompt: 'а'.repeat(1001) })).toEqual({ prompt: 'Слишком длинный текст' })
  })
})

describe('a parsed form', () => {
  test('has defaults and trimmed text, and drops unknown fields', () => {
    expect(parse('stable-diffusion', { prompt: ' кот ', price: 7, __proto__: { steps: 50 } })).toEqual({
      model: 'sdxl-base',
      prompt: 'кот',
      negativePrompt: '',
      steps: 30,
      cfgScale: 7,
      aspectRatio: '1:1',
      style: 'none',
      count: '1'
    })
  })

  test('takes half steps of guidance, and numbers for choices', () => {
    expect(parse('stable-diffusion', { prompt: 'кот', cfgScale: 7.5 })).toMatchObject({ cfgScale: 7.5 })
    expect(parse('luma', { prompt: 'море', duration: 15 })).toMatchObject({ duration: '15' })
    expect(parse('elevenlabs', { prompt: 'Привет', speed: 0.75 })).toMatchObject({ speed: '0.75' })
  })

  test('drops fields that the chosen mode does not show', () => {
    const image = imageOf(5)
    expect(parse('runway', { prompt: 'дождь', mode: 'text-to-video', image, video: 'нет' })).toEqual({
      mode: 'text-to-video',
      model: 'gen3-alpha',
      duration: '4',
      prompt: 'дождь',
      aspectRatio: '16:9'
    })
    expect(
      parse('runway', { prompt: 'дождь', mode: 'video-to-video', duration: '8', video: imageOf(5, 'video/mp4') })
    ).toEqual({
      mode: 'video-to-video',
      model: 'gen3-alpha',
      prompt: 'дождь',
      video: imageOf(5, 'video/mp4'),
      targetAspectRatio: 'source'
    })
    expect(parse('stability', { tool: 'inpaint', image })).toEqual({
      mask: 'Выделите область, которую нужно заменить',
      prompt: 'Опишите, что должно появиться в области'
    })
  })

  test('offers an option only beside the settings that lead to it', () => {
    const refused = { aspectRatio: 'Такого варианта нет' }
    const wide = { prompt: 'море', aspectRatio: '21:9' }
    expect(parse('luma', wide)).toMatchObject({ aspectRatio: '21:9' })
    expect(parse('luma', { ...wide, duration: '15' })).toEqual(refused)
    expect(parse('luma', { ...wide, quality: 'ultra' })).toEqual(refused)
    expect(parse('runway', { ...wide, mode: 'text-to-video' })).toEqual(refused)
  })

  test('takes the frames of a video only where all conditions hold', () => {
    const startFrame = imageOf(5)
    expect(parse('luma', { prompt: 'море', startFrame })).toMatchObject({ startFrame, duration: '5' })
    for (const other of [{ duration: '10' }, { quality: 'ultra' }])
      expect(parse('luma', { prompt: 'море', startFrame, ...other })).not.toHaveProperty('startFrame')
    expect(parse('luma', { prompt: 'море', endFrame: imageOf(5), loop: 'yes' })).not.toHaveProperty('loop')
  })

  test('asks how far to go from a picture only beside one, and then not for proportions', () => {
    const parsed = parse('stable-diffusion', { prompt: 'кот', image: imageOf(5), strength: 0.5 })
    expect(parsed).toMatchObject({ strength: 0.5 })
    expect(parsed).not.toHaveProperty('aspectRatio')
    expect(parse('stable-diffusion', { prompt: 'кот', strength: 0.5 })).not.toHaveProperty('strength')
  })

  test('has a seed only if one was sent, and refuses what no provider takes', () => {
    expect(parse('flux', { prompt: 'кот' })).not.toHaveProperty('seed')
    expect(parse('flux', { prompt: 'кот', seed: 4_294_967_294 })).toMatchObject({ seed: 4_294_967_294 })
    for (const seed of [0, -1, 1.5, 4_294_967_295, '7'])
      expect(parse('flux', { prompt: 'кот', seed })).toEqual({ seed: 'Seed: целое число от 1 до 4294967294' })
    expect(parse('stability', { tool: 'upscale', image: imageOf(5), seed: 7 })).not.toHaveProperty('seed')
  })

  test('takes one to four results at once', () => {
    expect(parse('flux', { prompt: 'кот', count: 4 })).toMatchObject({ count: '4' })
    for (const count of [0, 5, '1.5', -1])
      expect(parse('flux', { prompt: 'кот', count })).toEqual({ count: 'Такого варианта нет' })
  })

  test('starts from the defaults', () => {
    expect(defaultValues(parametersOf('veo3'))).toEqual({ style: 'cinematic', duration: '6', aspectRatio: '16:9' })
    expect(defaultValues(parametersOf('flux'))).toEqual({ model: 'flux-schnell', aspectRatio: '1:1', count: '1' })
  })
})

describe('a data URL', () => {
  test('gives its size in bytes without being decoded', () => {
    for (let bytes = 0; bytes < 10; bytes += 1) expect(dataUrlBytes(imageOf(bytes))).toBe(bytes)
    expect(dataUrlBytes('aGVsbG8=')).toBe(5)
  })

  test('gives its media type without codecs', () => {
    expect(dataUrlType(imageOf(3, 'image/webp'))).toBe('image/webp')
    expect(dataUrlType('data:audio/webm;codecs=opus;base64,aGVsbG8=')).toBe('audio/webm')
    for (const wrong of ['data:image/png,hello', 'image/png', '', 'data:;base64,'])
      expect(dataUrlType(wrong)).toBeNull()
  })
})
