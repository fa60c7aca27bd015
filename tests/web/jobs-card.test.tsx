import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse, succeed } from './fake-api.ts'
import { showJob } from './jobs-page.tsx'
import { completed, failed, jobWith, running, sampleFile, sampleJob } from './jobs-sample.ts'
import { toasts } from './toasts.ts'
import { readKnown } from '#web/src/base/session/prices.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: sampleJob.createdAt + 13_000 }))

const status = (typicalSeconds: number | null) => ({
  'GET /ai/status': () =>
    succeed({
      services: [{ service: 'midjourney', kind: 'image', state: 'up', reason: null, modelsOff: [], typicalSeconds }]
    })
})

describe('a running job', () => {
  it('in the queue shows its waiting time and that cancelling is free', async () => {
    await showJob(sampleJob, status(20))
    expect(await screen.findByText('13 с · обычно около 20 с')).toBeTruthy()
    expect(screen.getByText('В очереди')).toBeTruthy()
    expect(screen.getByText('Работа ещё не началась: отмена бесплатна')).toBeTruthy()
    expect(screen.getByText('Кот на крыше')).toBeTruthy()
  })

  it('shows the time since its start, its progress, and what cancelling means', async () => {
    await showJob(running({ progress: 0.4 }), status(2))
    expect(await screen.findByText('12 с · дольше обычного')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Создаём изображение' }).getAttribute('value')).toBe('0.4')
    expect(screen.getByText('Если работа всё же завершится, она будет сохранена и оплачена: 4 токена')).toBeTruthy()
  })

  it('shows the time since its start also where the clock of the device is wrong by hours', async () => {
    vi.setSystemTime(sampleJob.createdAt + 5 * 3_600_000)
    const now = sampleJob.createdAt + 13_000
    await showJob(running(), { ...status(20), 'GET /prices': () => succeed({ now, changes: [], models: [] }) })
    await readKnown()
    expect(await screen.findByText('12 с · обычно около 20 с', undefined, { timeout: 3000 })).toBeTruthy()
  })

  it('has no progress value when the provider reports none', async () => {
    await showJob(running())
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false)
    expect(screen.getByText('12 с')).toBeTruthy()
  })

  it('with an unknown outcome explains that the provider is asked again', async () => {
    await showJob(running({ state: 'checking' }))
    expect(screen.getAllByText('Выясняем…')).toHaveLength(1)
    expect(screen.getByText(/если ответа не будет, токены вернутся/)).toBeTruthy()
  })

  it('is cancelled by its button', async () => {
    const { user } = await showJob(sampleJob, {
      'DELETE /jobs/operation-1': () => succeed({ job: jobWith({ state: 'cancelled', chargedTokens: 0 }) })
    })
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    expect(await screen.findByText('Отменено')).toBeTruthy()
    expect(screen.getByText('Работа отменена. Токены не списаны')).toBeTruthy()
    // The button is gone: its focus has moved to the card.
    expect(document.activeElement).toBe(screen.getByRole('article'))
  })

  it('that may still cost is cancelled only after a question that says the sum, and stays in cancelling until the provider answers', async () => {
    const cancel = vi.fn(() => succeed({ job: running({ cancelling: true }) }))
    const { user } = await showJob(running(), { 'DELETE /jobs/operation-1': cancel })
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    const question = screen.getByRole('group', { name: 'Отменить работу?' })
    expect(document.activeElement).toBe(question)
    expect(question.textContent).toContain('она будет сохранена и оплачена: 4 токена')
    await user.click(screen.getByRole('button', { name: 'Не отменять' }))
    expect(screen.queryByRole('group')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Отменить' }))
    expect(cancel).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    await user.click(screen.getByRole('button', { name: 'Отменить работу' }))
    expect(await screen.findByText('Отменяем…')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('article'))
    await waitFor(() =>
      expect(toasts).toEqual([
        'info: Отменяем. Если работа всё же завершится, она будет сохранена и оплачена: 4 токена'
      ])
    )
  })

  it('shows an error when cancelling fails', async () => {
    const { user } = await showJob(running(), {
      'DELETE /jobs/operation-1': () => refuse(503, { error: 'Сервис временно недоступен. Попробуйте позже' })
    })
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    await user.click(screen.getByRole('button', { name: 'Отменить работу' }))
    await waitFor(() => expect(toasts).toEqual(['error: Сервис временно недоступен. Попробуйте позже']))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Отменить' }))
  })
})

describe('a job without a result', () => {
  it('shows the reason in Russian, that it cost nothing, and a link to repeat it', async () => {
    await showJob(failed())
    expect(screen.getByText('Не получилось')).toBeTruthy()
    expect(screen.getByText(/Модель перегружена.*Токены не списаны/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Повторить' }).getAttribute('href')).toBe('/midjourney?repeat=operation-1')
  })
})

describe('a result', () => {
  it('reserves the space of its picture and shows its price', async () => {
    await showJob(completed())
    const image = screen.getByRole('img', { name: 'Кот на крыше' })
    expect(image.getAttribute('src')).toBe(sampleFile.url)
    expect(Number.parseFloat(image.parentElement?.style.aspectRatio ?? '')).toBeCloseTo(1456 / 816)
    expect(screen.getByText('Списано: 4 токена')).toBeTruthy()
    expect(screen.queryByText(/^Модель получила/)).toBeNull()
  })

  it('has controls to download, open, copy the link and repeat', async () => {
    const { user } = await showJob(completed())
    const download = screen.getByRole('link', { name: 'Скачать' })
    expect(download.getAttribute('href')).toBe(sampleFile.downloadUrl)
    download.addEventListener('click', (event) => event.preventDefault())
    await user.click(download)
    await waitFor(() => expect(toasts).toEqual(['success: Изображение загружено']))
    await user.click(screen.getByRole('button', { name: 'Копировать ссылку' }))
    await waitFor(() => expect(toasts).toContain('success: Ссылка скопирована'))
    expect(await navigator.clipboard.readText()).toBe(sampleFile.url)
    expect(screen.getByRole('link', { name: 'Открыть в новой вкладке' }).getAttribute('href')).toBe(sampleFile.url)
    expect(screen.getByRole('link', { name: 'Повторить' }).getAttribute('href')).toBe('/midjourney?repeat=operation-1')
  })

  it('requests a fresh address once when its own has expired', async () => {
    const fresh = { ...sampleFile, url: `${sampleFile.url}-fresh` }
    const { calls } = await showJob(completed(), {
      'GET /jobs/operation-1': () => succeed({ job: completed({ files: [fresh] }) })
    })
    fireEvent.error(screen.getByRole('img'))
    await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toBe(fresh.url))
    fireEvent.error(screen.getByRole('img'))
    expect(await screen.findByText('Не удалось показать файл')).toBeTruthy()
    expect(calls().filter((call) => call === 'GET /jobs/operation-1')).toHaveLength(1)
  })

  it('keeps a working address when a list brings another, so that a film does not restart', async () => {
    const { learn } = await showJob(completed())
    learn(completed({ files: [{ ...sampleFile, url: `${sampleFile.url}-later` }] }))
    expect(screen.getByRole('img').getAttribute('src')).toBe(sampleFile.url)
  })

  it('opens in a dialog with its settings', async () => {
    const { user } = await showJob(completed())
    await user.click(screen.getByRole('button', { name: 'Показать целиком' }))
    const dialog = await screen.findByRole('dialog', { name: 'Кот на крыше' })
    expect(dialog.textContent).toContain('Соотношение сторон16:9')
    expect(dialog.textContent).toContain('КачествоВысокое')
    expect(dialog.textContent).toContain('ФайлPNG, 1456×816, 1,2\u00a0МБ')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Показать целиком' }))
  })
})

it('what the model received stands on the card beside the prompt of the user', async () => {
  const received = 'Cat on a roof. Natural look, restrained colours.'
  await showJob(completed({ service: 'dalle', revisedPrompt: received }))
  expect(await screen.findByText('Кот на крыше')).toBeTruthy()
  expect(screen.getByText(`Модель получила: ${received}`)).toBeTruthy()
})
