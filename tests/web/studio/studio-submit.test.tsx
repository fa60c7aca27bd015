import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { toasts } from '../toasts.ts'
import { png, standInForFileFields } from './file-stand-in.tsx'
import { completed, jobOf } from './job-of.ts'
import { busyButton, results, submitButton, write, startStudio } from './open-studio.tsx'

beforeEach(standInForFileFields)

/** What each page sends when only its required fields are filled, and its toasts. */
const pages = [
  {
    path: '/midjourney',
    call: '/ai/image/midjourney',
    sent: { prompt: 'лиса', aspectRatio: '1:1', quality: 'standard' },
    busy: 'Создаю изображение...',
    done: 'Изображение сгенерировано! Использовано 2 токена',
    failed: 'Ошибка при генерации изображения'
  },
  {
    path: '/dall-e-3',
    call: '/ai/image/dalle',
    sent: { prompt: 'лиса', size: '1024x1024', quality: 'standard', style: 'natural' },
    busy: 'Создаю изображение...',
    done: 'Изображение сгенерировано! Использовано 5 токенов',
    failed: 'Ошибка при генерации изображения'
  },
  {
    path: '/flux',
    call: '/ai/image/flux',
    sent: { prompt: 'лиса', model: 'flux-schnell', aspectRatio: '1:1' },
    busy: 'Создаю изображение...',
    done: 'Изображение сгенерировано! Использовано 1 токен',
    failed: 'Ошибка при генерации изображения'
  },
  {
    path: '/stable-diffusion',
    call: '/ai/image/stable-diffusion',
    sent: { model: 'sdxl-base', prompt: 'лиса', negativePrompt: '', steps: 30, cfgScale: 7 },
    busy: 'Создаю изображение...',
    done: 'Изображение сгенерировано! Использовано 2 токена',
    failed: 'Ошибка при генерации изображения'
  },
  {
    path: '/stability',
    call: '/ai/image/stability',
    sent: { tool: 'upscale', image: png },
    busy: 'Обрабатываю изображение...',
    done: 'Изображение обработано! Использовано 2 токена',
    failed: 'Ошибка при обработке изображения'
  },
  {
    path: '/gpt-image-edit',
    call: '/ai/image/edit',
    sent: { image: png, prompt: 'лиса', size: 'auto' },
    busy: 'Изменяю изображение...',
    done: 'Изображение успешно отредактировано! Использовано 7 токенов',
    failed: 'Ошибка при редактировании изображения'
  },
  {
    path: '/elevenlabs',
    call: '/ai/audio/elevenlabs',
    sent: { prompt: 'лиса', voice: 'sarah', speed: '1' },
    busy: 'Озвучиваю...',
    done: 'Аудио готово! Использовано 1 токен',
    failed: 'Ошибка при озвучивании'
  },
  {
    path: '/luma',
    call: '/ai/video/luma',
    sent: { prompt: 'лиса', duration: '5', quality: 'standard' },
    busy: 'Создаю видео...',
    done: 'Видео создано! Использовано 3 токена',
    failed: 'Ошибка при генерации видео'
  },
  {
    path: '/veo3',
    call: '/ai/video/veo3',
    sent: { prompt: 'лиса', style: 'cinematic', duration: '6', aspectRatio: '16:9' },
    busy: 'Создаю видео...',
    done: 'Видео создано! Использовано 8 токенов',
    failed: 'Ошибка при генерации видео'
  },
  {
    path: '/runway',
    call: '/ai/video/runwayml',
    sent: { mode: 'text-to-video', model: 'gen3-alpha', duration: '4', prompt: 'лиса' },
    busy: 'Создаю видео...',
    done: 'Видео создано! Использовано 6 токенов',
    failed: 'Ошибка при генерации видео'
  }
]

function fillRequired({ sent }: { sent: Record<string, string | number> }) {
  if ('image' in sent) fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
  if ('prompt' in sent) write('  лиса ')
}

const serviceOf = (path: string) => studioEntryOfPath(path)?.id ?? ''

describe.each(pages)('$path', (page) => {
  test('submits its settings under one id, is free for the next job once it is accepted, and shows its price', async () => {
    const { server, hear } = await startStudio(page.path)
    fillRequired(page)
    const priceTokens = Number(/\d+/.exec(submitButton().textContent)?.[0])
    fireEvent.click(submitButton())
    expect(busyButton().disabled).toBe(true)
    expect(busyButton().textContent).toBe(page.busy)
    expect(toasts).toEqual([`info: ${page.busy}`])
    await results().findByRole('article')
    const [asked] = server.submitted()
    expect(asked?.path).toBe(page.call)
    expect(asked?.body).toMatchObject(page.sent)
    expect(asked?.headers.get('prefer')).toBe('respond-async')
    expect(asked?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    await waitFor(() => expect(submitButton().disabled).toBe(false))
    expect(screen.getByText('выполняется 1')).toBeTruthy()

    const job = jobOf(serviceOf(page.path), { id: server.keys()[0] ?? '', priceTokens })
    hear(completed(job))
    await waitFor(() => expect(toasts.at(-1)).toBe(`success: ${page.done}`))
    expect(submitButton().disabled).toBe(false)
    expect(server.submitted()).toHaveLength(1)
  })

  test('a failure is shown after the page’s own text', async () => {
    const { server, hear } = await startStudio(page.path)
    fillRequired(page)
    fireEvent.click(submitButton())
    await results().findByRole('article')
    const job = jobOf(serviceOf(page.path), { id: server.keys()[0] ?? '' })
    hear({ ...job, state: 'failed', chargedTokens: 0, error: { code: 'PROVIDER_BUSY', text: 'Модель перегружена' } })
    await waitFor(() => expect(toasts.at(-1)).toBe(`error: ${page.failed}: Модель перегружена`))
    expect(submitButton().disabled).toBe(false)
  })
})
