import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { formatTokens } from '#web/src/base/format/tokens.ts'
import { toasts } from '../toasts.ts'
import { png, standInForFileFields } from './file-stand-in.tsx'
import { finished, jobOf } from '../jobs-sample.ts'
import { busyButton, results, startStudio, submitButton, write } from './open-studio.tsx'

beforeEach(standInForFileFields)

const drawing = {
  busy: 'Создаю изображение...',
  done: 'Изображение сгенерировано!',
  failed: 'Ошибка при генерации изображения'
}
const processing = {
  busy: 'Обрабатываю изображение...',
  done: 'Изображение обработано!',
  failed: 'Ошибка при обработке изображения'
}
const editing = {
  busy: 'Изменяю изображение...',
  done: 'Изображение успешно отредактировано!',
  failed: 'Ошибка при редактировании изображения'
}
const speaking = { busy: 'Озвучиваю...', done: 'Аудио готово!', failed: 'Ошибка при озвучивании' }
const filming = { busy: 'Создаю видео...', done: 'Видео создано!', failed: 'Ошибка при генерации видео' }

type Sent = Record<string, string | number>

const prompt = 'лиса'

/** What each page sends when only its required fields are filled, and its texts. */
const pages: [path: string, call: string, texts: typeof drawing, sent: Sent][] = [
  ['/midjourney', '/ai/image/midjourney', drawing, { prompt, aspectRatio: '1:1', quality: 'standard' }],
  ['/dall-e-3', '/ai/image/dalle', drawing, { prompt, size: '1024x1024', quality: 'standard', style: 'natural' }],
  ['/flux', '/ai/image/flux', drawing, { prompt, model: 'flux-schnell', aspectRatio: '1:1' }],
  [
    '/stable-diffusion',
    '/ai/image/stable-diffusion',
    drawing,
    { model: 'sdxl-base', prompt, negativePrompt: '', steps: 30, cfgScale: 7 }
  ],
  ['/stability', '/ai/image/stability', processing, { tool: 'upscale', image: png }],
  ['/gpt-image-edit', '/ai/image/edit', editing, { image: png, prompt, size: 'auto' }],
  ['/elevenlabs', '/ai/audio/elevenlabs', speaking, { prompt, voice: 'sarah', speed: '1' }],
  ['/luma', '/ai/video/luma', filming, { prompt, duration: '5', quality: 'standard' }],
  ['/veo3', '/ai/video/veo3', filming, { prompt, style: 'cinematic', duration: '6', aspectRatio: '16:9' }],
  ['/runway', '/ai/video/runwayml', filming, { mode: 'text-to-video', model: 'gen3-alpha', duration: '4', prompt }]
]

function fillRequired(sent: Sent) {
  if ('image' in sent) fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
  if ('prompt' in sent) write('  лиса ')
}

const serviceOf = (path: string) => studioEntryOfPath(path)?.id ?? ''

describe.each(pages)('%s', (path, call, texts, sent) => {
  test('submits its settings under one id, is free for the next job once it is accepted, and shows its price', async () => {
    const { server, hear } = await startStudio(path)
    fillRequired(sent)
    const priceTokens = Number(/\d+/.exec(submitButton().textContent)?.[0])
    fireEvent.click(submitButton())
    expect(busyButton().ariaDisabled).toBe('true')
    fireEvent.click(busyButton())
    expect(busyButton().textContent).toBe(texts.busy)
    expect(toasts).toEqual([`info: ${texts.busy}`])
    await results().findByRole('article')
    const [asked] = server.submitted()
    expect(asked?.path).toBe(call)
    expect(asked?.body).toMatchObject(sent)
    expect(asked?.headers.get('prefer')).toBe('respond-async')
    expect(asked?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    await waitFor(() => expect(submitButton().ariaDisabled).toBeNull())
    expect(screen.getByText('выполняется 1')).toBeTruthy()

    const job = jobOf(serviceOf(path), { id: server.keys()[0] ?? '', priceTokens })
    hear(finished(job))
    await waitFor(() => expect(toasts.at(-1)).toBe(`success: ${texts.done} Использовано ${formatTokens(priceTokens)}`))
    expect(submitButton().ariaDisabled).toBeNull()
    expect(server.submitted()).toHaveLength(1)
  })

  test('a failure is shown after the page’s own text', async () => {
    const { server, hear } = await startStudio(path)
    fillRequired(sent)
    fireEvent.click(submitButton())
    await results().findByRole('article')
    const job = jobOf(serviceOf(path), { id: server.keys()[0] ?? '' })
    hear({ ...job, state: 'failed', chargedTokens: 0, error: { code: 'PROVIDER_BUSY', text: 'Модель перегружена' } })
    await waitFor(() => expect(toasts.at(-1)).toBe(`error: ${texts.failed}: Модель перегружена`))
    expect(submitButton().ariaDisabled).toBeNull()
  })
})
