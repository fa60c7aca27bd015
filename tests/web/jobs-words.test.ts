import { describe, expect, it } from 'vitest'
import { formatAbout, formatDuration } from '#web/src/base/format/durations.ts'
import type { Job } from '#contract/jobs.ts'
import { formatJobs } from '#web/src/jobs/tray/jobs-tray.tsx'
import { expectedRatio } from '#web/src/media/job/frame.tsx'
import { chargeWords, fileWords, parameterLines } from '#web/src/media/job/job-facts.tsx'
import { endToast, isPageOf } from '#web/src/media/job/end-toast.ts'
import { nameOf, stageOf, waitingText } from '#web/src/media/job/job-words.ts'
import { completed, failed, jobWith, running, sampleFile } from './jobs-sample.ts'

describe('the texts about a job', () => {
  it('name its stage', () => {
    expect(stageOf(jobWith({}))).toBe('В очереди')
    expect(stageOf(running({ kind: 'video' }))).toBe('Создаём видео')
    expect(stageOf(running({ kind: 'audio' }))).toBe('Озвучиваем текст')
    expect(stageOf(running({ progress: 1 }))).toBe('Сохраняем результат')
    expect(stageOf(running({ cancelling: true }))).toBe('Отменяем…')
    expect(stageOf(running({ state: 'checking' }))).toBe('Выясняем…')
    expect(stageOf(running({ state: 'checking', cancelling: true }))).toBe('Отменяем…')
  })

  it('say why a queued job waits, and until when', () => {
    const now = new Date(2026, 10, 23, 14, 0).getTime()
    const until = now + 15 * 60_000
    const waits = (waiting: Job['waiting']) => waitingText(jobWith({ waiting }), now)
    expect(waits({ reason: 'busy', triesAt: now + 5 * 60_000, until })).toBe(
      'Сервис занят, попробуем снова в 14:05. Ждём до 14:15, потом вернём токены'
    )
    expect(waits({ reason: 'busy', triesAt: now + 40_000, until })).toMatch(
      /^Сервис занят, попробуем снова в 14:00:40\. /
    )
    expect(waits({ reason: 'busy', triesAt: now - 1, until })).toMatch(/^Сервис занят, сейчас попробуем снова\. /)
    expect(waits({ reason: 'turn', triesAt: null, until })).toMatch(/^Впереди другие работы: .* Ждём до 14:15/)
    expect(waits(null)).toBeNull()
    expect(waitingText(running(), now)).toBeNull()
    const part = running({ kind: 'audio', waiting: { reason: 'busy', triesAt: now + 5 * 60_000, until } })
    expect(stageOf(part)).toBe('Ждём сервис')
    expect(waitingText(part, now)).toBe('Сервис занят, попробуем снова в 14:05. Ждём до 14:15, потом вернём токены')
  })

  it('name a job without a prompt after its tool', () => {
    const job = jobWith({ kind: 'image-tool', service: 'stability', parameters: { tool: 'upscale' } })
    expect(nameOf(job)).toBe('Увеличено, Stability AI')
  })

  it('name a job by the beginning of a long prompt', () => {
    const foxes = '🦊'.repeat(200)
    expect(nameOf(jobWith({ parameters: { prompt: foxes } }))).toBe(foxes)
    expect(nameOf(jobWith({ parameters: { prompt: `${foxes} в лесу` } }))).toBe(`${foxes}…`)
  })

  it('list its settings in the words of its page, without the prompt and hidden parameters', () => {
    const dalle = jobWith({
      service: 'dalle',
      parameters: { prompt: 'Кот', size: '1792x1024', quality: 'standard', style: 'natural' }
    })
    expect(parameterLines(dalle)).toEqual([{ label: 'Размер', value: '1792×1024, альбомный' }])
    const inpaint = jobWith({
      service: 'stability',
      parameters: { tool: 'inpaint', prompt: 'ваза' },
      uploads: ['image', 'mask']
    })
    expect(parameterLines(inpaint)).toEqual([
      { label: 'Инструмент', value: 'Заменить область' },
      { label: 'Изображение', value: 'ваш файл' },
      { label: 'Область замены', value: 'ваш файл' }
    ])
    const edit = jobWith({ service: 'gpt-image-edit', parameters: { prompt: 'закат' }, uploads: ['mask'] })
    expect(parameterLines(edit)).toEqual([{ label: 'Где менять', value: 'ваш файл' }])
    expect(parameterLines(jobWith({ parameters: { quality: 'gone' } }))).toEqual([{ label: 'Качество', value: 'gone' }])
  })

  it('tell its price, or why it was free', () => {
    expect(chargeWords(completed(), 'free')).toBe('Списано: 4 токена')
    expect(chargeWords(completed({ chargedTokens: null }), 'free')).toBe('Цена: 4 токена')
    expect(chargeWords(completed({ chargedTokens: 0 }), 'paid')).toMatch(/^Бесплатно: результат пришёл позже/)
    expect(chargeWords(completed({ chargedTokens: 0 }), 'premium')).toBe('Бесплатно: входит в Premium')
    expect(chargeWords(failed(), 'free')).toBe('Токены не списаны')
  })

  it('describe its file', () => {
    expect(fileWords(sampleFile)).toBe('PNG, 1456×816, 1,2\u00a0МБ')
    const voice = {
      ...sampleFile,
      type: 'audio/mpeg',
      width: null,
      height: null,
      durationSeconds: 61.6,
      sizeBytes: 40_000
    }
    expect(fileWords(voice)).toBe('MP3, 1\u00a0мин\u00a002\u00a0с, 39\u00a0КБ')
    expect(fileWords({ ...sampleFile, type: 'image/webp', sizeBytes: 512_000 })).toBe('WebP, 1456×816, 500\u00a0КБ')
  })

  it('announce its end in the words of its page', () => {
    expect(endToast(completed())).toEqual({
      kind: 'success',
      text: 'Изображение сгенерировано! Использовано 4 токена'
    })
    expect(endToast(completed({ chargedTokens: 0 }))?.text).toBe('Изображение сгенерировано! Бесплатно')
    expect(endToast(jobWith({ state: 'cancelled' }))).toEqual({
      kind: 'info',
      text: 'Работа отменена. Токены не списаны'
    })
    expect(endToast(failed({ service: 'luma', kind: 'video' }))).toEqual({
      kind: 'error',
      text: 'Ошибка при генерации видео: Модель перегружена. Попробуйте немного позже. Токены не списаны'
    })
    expect(endToast(running())).toBeNull()
    expect(isPageOf(jobWith({ service: 'dalle' }), '/dalle')).toBe(true)
    expect(isPageOf(jobWith({ service: 'dalle' }), '/library')).toBe(false)
  })
})

describe('the space for a picture', () => {
  it('has the proportions of the settings', () => {
    expect(expectedRatio(jobWith({}))).toBeCloseTo(16 / 9)
    expect(expectedRatio(jobWith({ parameters: { size: '1024x1792' } }))).toBeCloseTo(1024 / 1792)
    expect(expectedRatio(jobWith({ parameters: {} }))).toBe(1)
    expect(expectedRatio(jobWith({ kind: 'video', parameters: { aspectRatio: '0:0' } }))).toBeCloseTo(16 / 9)
    expect(expectedRatio(jobWith({ kind: 'audio' }))).toBeNull()
  })
})

describe('durations', () => {
  it('are given in the largest fitting unit', () => {
    expect(formatDuration(45.9)).toBe('45\u00a0с')
    expect(formatDuration(65)).toBe('1\u00a0мин\u00a005\u00a0с')
    expect(formatDuration(7380)).toBe('2\u00a0ч\u00a003\u00a0мин')
    expect(formatDuration(-3)).toBe('0\u00a0с')
  })

  it('are rounded to usual values', () => {
    expect([0.4, 8, 18, 57, 150].map(formatAbout)).toEqual([
      '1\u00a0с',
      '8\u00a0с',
      '20\u00a0с',
      '1\u00a0мин',
      '3\u00a0мин'
    ])
  })
})

it('the count of jobs has the Russian plural form', () => {
  expect([1, 2, 5, 11, 21].map(formatJobs)).toEqual(['1 работа', '2 работы', '5 работ', '11 работ', '21 работа'])
})
