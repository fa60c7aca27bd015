import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { finished, jobOf } from '../jobs-sample.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import { form, prompt, results, stage, staged, startStudio, submitButton, write } from './open-studio.tsx'

beforeEach(standInForFileFields)

const done = (count: number, service: string) =>
  Array.from({ length: count }, (_, index) => finished(jobOf(service, { parameters: { prompt: `Работа ${index}` } })))

describe('a refusal', () => {
  test('without a network shows only the text of the page', async () => {
    await startStudio('/dall-e-3', { onSubmit: () => Promise.reject(new TypeError('Failed to fetch')) })
    write('лиса')
    fireEvent.click(submitButton())
    await waitFor(() => expect(toasts.at(-1)).toBe('error: Ошибка при генерации изображения'))
    expect(prompt().value).toBe('лиса')
  })

  test('for lack of tokens shows how many are missing and links to the shop with that amount', async () => {
    await startStudio('/veo3', { tokens: 3 })
    expect(screen.getByText('На балансе 3 токена')).toBeTruthy()
    expect(screen.getByText('Не хватает 5 токенов: нужно 8 токенов, на балансе 3 токена')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Пополнить' })
    expect(link.getAttribute('href')).toBe('/token-purchase?tokens=5&return=%2Fveo3')
  })

  test('a debt is explained, and added to the amount in the link to the shop', async () => {
    await startStudio('/veo3', { tokens: 0, debtTokens: 400 })
    await screen.findByText(/^Мы вернули вам деньги за покупку, а 400 токенов из неё вы успели потратить\./)
    expect(screen.getByRole('link', { name: 'Пополнить' }).getAttribute('href')).toContain('tokens=408')
  })

  test('on the Free plan a setting beyond the cheapest shows a link to the shop instead of the button', async () => {
    const { server, user } = await startStudio('/midjourney', { plan: 'free' })
    const text = 'Эти настройки станут доступны после первой покупки токенов: от 10 ₽'
    expect(screen.queryByText(text)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /^Высокое/ }))
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Купить токены' }).getAttribute('href')).toBe(
      '/token-purchase?return=%2Fmidjourney'
    )
    expect(within(form()).getAllByLabelText(/^закрыто/)).toHaveLength(1)
    expect(screen.getByRole('radio', { name: /^Высокое.*4 токена.*закрыто.*от 10\u00a0₽$/ })).toBeTruthy()
    // A line of its own would move the form when the plan becomes known.
    expect(within(form()).queryByText(/^от 10/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Создать изображение/ })).toBeNull()
    await user.type(prompt(), 'Лес{Control>}{Enter}{/Control}')
    expect(toasts).toEqual([`error: ${text.replace(' ₽', '\u00a0₽')}`])
    expect(server.submitted()).toEqual([])
  })

  test('Premium never lacks tokens', async () => {
    await startStudio('/luma', { plan: 'premium', tokens: 0 })
    expect(screen.getByText('токены не списываются').previousElementSibling?.textContent).toBe('Premium')
    expect(screen.getByRole('button', { name: /· 0 токенов$/ })).toBeTruthy()
    expect(screen.queryByText(/^Не хватает/)).toBeNull()
    expect(screen.queryByLabelText(/^закрыто/)).toBeNull()
    expect(screen.getByRole('radio', { name: /^15 секунд.*0 токенов$/ })).toBeTruthy()
  })
})

describe('results', () => {
  test.each([
    ['/dall-e-3', 'dalle', 2],
    ['/stable-diffusion', 'stable-diffusion', 2],
    ['/veo3', 'veo3', 1]
  ])('%s: running jobs and the newest results are shown, with a link to all others', async (path, service, shown) => {
    const running = jobOf(service, { createdAt: 1_796_000_000_000, parameters: { prompt: 'Сейчас' } })
    await startStudio(path, { jobs: [running, ...done(4, service).toReversed(), ...done(1, 'midjourney')] })
    const card = await results().findByRole('article')
    expect(card.textContent).toContain('Сейчас')
    const made = Array.from({ length: shown }, (_, index) => `Работа ${3 - index}`)
    expect(staged()).toEqual([expect.stringMatching(/^Созда.*: Сейчас$/), ...made])
    stage('Работа 3')
    expect(results().getByRole('article').textContent).toContain('Работа 3')
    expect(results().getByRole('link', { name: 'Все работы' }).getAttribute('href')).toBe('/library')
    expect(screen.getByText('выполняется 1')).toBeTruthy()
  })

  test('failures never push a result out of the list, and each can be dismissed', async () => {
    const failures = Array.from({ length: 30 }, (_, index) =>
      jobOf('dalle', { id: `broken-${index}`, state: 'failed', chargedTokens: 0, createdAt: 1_796_000_000_000 + index })
    )
    await startStudio('/dall-e-3', { jobs: [...failures.toReversed(), ...done(2, 'dalle').toReversed()] })
    expect((await results().findByRole('article')).textContent).toContain('Не получилось')
    expect(staged().slice(2)).toEqual(['Работа 1', 'Работа 0'])
    for (const failure of results().getAllByRole('radio', { name: /^Не получилось/ })) {
      fireEvent.click(failure)
      expect(results().getByRole('button', { name: 'Убрать' })).toBeTruthy()
    }
  })

  test('End and Home bring the oldest and the newest to the stage', async () => {
    const { user } = await startStudio('/dall-e-3', { jobs: done(2, 'dalle').toReversed() })
    const newest = await results().findByRole<HTMLInputElement>('radio', { name: 'Работа 1' })
    newest.focus()
    await user.keyboard('{End}')
    const oldest = results().getByRole<HTMLInputElement>('radio', { name: 'Работа 0' })
    expect([oldest.checked, document.activeElement]).toEqual([true, oldest])
    await user.keyboard('{Home}')
    expect([newest.checked, document.activeElement]).toEqual([true, newest])
  })

  test('what is brought to the stage stays there until something new is asked for', async () => {
    const running = jobOf('dalle', { createdAt: 1_796_000_000_000, parameters: { prompt: 'Сейчас' } })
    const { hear } = await startStudio('/dall-e-3', { jobs: [running, ...done(2, 'dalle').toReversed()] })
    await results().findByRole('article')
    stage('Работа 1')
    hear(finished(running))
    await results().findByRole('radio', { name: 'Сейчас' })
    expect(results().getByRole<HTMLInputElement>('radio', { name: 'Работа 1' }).checked).toBe(true)
    hear(jobOf('dalle', { createdAt: 1_796_000_000_001, parameters: { prompt: 'Новое' } }))
    await waitFor(() => expect(results().getByRole('article').textContent).toContain('Новое'))
  })

  test('a job that waits for a busy provider keeps the button free, and its card says why and until when', async () => {
    // Late in the evening the next try would be tomorrow, and the card would say the day.
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00'), toFake: ['Date'] })
    const now = Date.now()
    const waiting = { reason: 'busy', triesAt: now + 10 * 60_000, until: now + 15 * 60_000 } as const
    const job = jobOf('flux', { createdAt: now + 1, state: 'queued', waiting })
    const { hear } = await startStudio('/flux', { jobs: [job, jobOf('flux')] })
    expect((await results().findAllByText(/^Сервис занят, попробуем снова в \d\d:\d\d\. Ждём до/)).length).toBe(1)
    write('лиса')
    expect(submitButton().ariaDisabled).toBeNull()
    expect(screen.getByText('выполняется 1, в очереди 1')).toBeTruthy()
    hear({ ...job, cancelling: true })
    expect(await screen.findByText('выполняется 1')).toBeTruthy()
    hear({ ...job, state: 'cancelled', chargedTokens: 0 })
    await waitFor(() => expect(toasts).toEqual(['info: Работа отменена. Токены не списаны']))
  })

  test('before the first result a text explains what will be shown', async () => {
    await startStudio('/luma')
    expect(await results().findByText('Здесь появится ваше видео. Возьмите пример или опишите своё.')).toBeTruthy()
  })
})
