import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { type Asked, refuse, succeed } from './fake-api.ts'
import { showJob } from './jobs-page.tsx'
import { completed, failed, running, sampleFile } from './jobs-sample.ts'
import { toasts } from './toasts.ts'

const settings = { prompt: 'Кот на крыше', aspectRatio: '16:9', quality: 'standard' }
const fileOf = (id: string, index: number) => ({
  ...sampleFile,
  id: `${id}.${index}`,
  url: `https://site.test/api/files/${id}/${index}`,
  downloadUrl: `https://site.test/api/files/${id}/${index}?download=1`
})

const sheet = (changes: Partial<Job> = {}) =>
  completed({ parameters: settings, files: [0, 1, 2, 3].map((index) => fileOf('operation-1', index)), ...changes })

/** The second variant of the sheet, enlarged. */
const enlarged = (changes: Partial<Job> = {}) =>
  completed({
    id: 'operation-2',
    parameters: { ...settings, parent: 'operation-1', action: 'upscale', tile: 2 },
    files: [fileOf('operation-2', 0)],
    ...changes
  })

const begun = (parameters: Job['parameters']) => {
  const job = running({ id: 'operation-9', parameters })
  return succeed({ job, jobs: [job], result: null, billing: null, balance: 5 })
}

const download = () => screen.getByRole('link', { name: 'Скачать' }).getAttribute('href')

/** The requests for actions. */
const changesIn = (asked: readonly Asked[]) => asked.filter(({ path }) => path.endsWith('/changes'))

const changes = 'POST /jobs/operation-1/changes'

describe('four variants', () => {
  it('are four pictures, of which one is chosen, also with the arrow keys, and downloaded', async () => {
    const { user } = await showJob(sheet())
    const variants = screen.getAllByRole('radio')
    expect(variants.map((one) => one.closest('label')?.querySelector('img')?.alt)).toEqual(
      [1, 2, 3, 4].map((number) => `Вариант ${number}`)
    )
    expect(screen.getByText('Вариант 1 из 4')).toBeTruthy()
    expect(download()).toContain('/operation-1/0?download=1')
    await user.click(screen.getByRole('radio', { name: /Вариант 3/ }))
    expect(screen.getByText('Вариант 3 из 4')).toBeTruthy()
    expect(download()).toContain('/operation-1/2?download=1')
    expect(screen.getAllByRole('link', { name: 'Скачать' })).toHaveLength(1)
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
    expect(screen.getByText('Вариант 2 из 4')).toBeTruthy()
  })

  it.each([
    ['standard', ['Увеличить · 1 токен', 'Вариации · 2 токена']],
    ['high', ['Увеличить · 2 токена', 'Вариации · 4 токена']]
  ])('of %s quality name the price of each action', async (quality, names) => {
    await showJob(sheet({ parameters: { ...settings, quality } }))
    for (const name of names) expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('send the chosen variant once under one id, and the new job appears', async () => {
    const { user, asked, session } = await showJob(sheet(), {
      [changes]: () => begun({ ...settings, parent: 'operation-1', action: 'variation', tile: 4 })
    })
    await user.click(screen.getByRole('radio', { name: /Вариант 4/ }))
    await user.dblClick(screen.getByRole('button', { name: /^Вариации/ }))
    expect(await screen.findByText('Вариации варианта 4: Кот на крыше')).toBeTruthy()
    const sent = changesIn(asked)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({ action: 'variation', tile: 4 })
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(sent[0]?.headers.get('prefer')).toBe('respond-async')
    expect(session.sessionState().user?.tokens).toBe(5)
    await waitFor(() => expect(toasts).toEqual(['info: Создаю изображение...']))
  })

  it('lead to the enlarged picture when it is there, instead of selling it again', async () => {
    const { user, learn } = await showJob(sheet())
    learn(enlarged())
    const [card] = screen.getAllByRole('article').filter((one) => within(one).queryAllByRole('radio').length > 0)
    expect(within(card!).queryByRole('button', { name: 'Показать увеличенный' })).toBeNull()
    await user.click(within(card!).getByRole('radio', { name: /Вариант 2/ }))
    await user.click(within(card!).getByRole('button', { name: 'Показать увеличенный' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Увеличен вариант 2')).toBeTruthy()
    expect(within(dialog).getByRole('img').getAttribute('src')).toContain('/operation-2/0')
  })

  it.each([
    [402, 'INSUFFICIENT_TOKENS', 'Insufficient tokens', 'Недостаточно токенов для выполнения запроса'],
    [403, 'MODEL_NOT_IN_PLAN', 'Эта модель', 'Это станет доступно после первой покупки токенов'],
    [410, 'PICTURE_EXPIRED', 'Midjourney больше не хранит эту картинку', 'Midjourney больше не хранит эту картинку']
  ])('show why an action was refused: %i %s', async (status, code, error, text) => {
    const { user } = await showJob(sheet(), { [changes]: () => refuse(status, { error, code }) })
    await user.click(screen.getByRole('button', { name: /^Увеличить/ }))
    await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
    expect(screen.getByRole('button', { name: /^Увеличить/ }).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('send a request whose answer was lost again under its id', async () => {
    let lost = true
    const { asked } = await showJob(sheet(), {
      [changes]: () => {
        if (lost) throw new TypeError('Failed to fetch')
        return begun({ ...settings, parent: 'operation-1', action: 'upscale', tile: 1 })
      }
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: /^Увеличить/ }))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(toasts).toHaveLength(1)
    vi.useRealTimers()
    lost = false
    fireEvent.click(screen.getByRole('button', { name: /^Увеличить/ }))
    expect(await screen.findByText('Увеличен вариант 1: Кот на крыше')).toBeTruthy()
    const ids = changesIn(asked).map((one) => one.headers.get('idempotency-key'))
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('an enlarged picture', () => {
  it('offers every further action under one price, and sends it without a variant', async () => {
    const { user, asked } = await showJob(enlarged(), {
      'POST /jobs/operation-2/changes': () => begun({ ...settings, parent: 'operation-2', action: 'pan-left' })
    })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByRole('img', { name: 'Увеличен вариант 2: Кот на крыше' })).toBeTruthy()
    const group = screen.getByRole('group', { name: 'Каждое действие даёт четыре новых варианта · 2 токена' })
    expect(
      within(group)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label') ?? one.textContent)
    ).toEqual([
      'Вариации сильнее',
      'Вариации слабее',
      'Отдалить в 1,5 раза',
      'Отдалить в 2 раза',
      'Дорисовать слева',
      'Дорисовать справа',
      'Дорисовать сверху',
      'Дорисовать снизу'
    ])
    await user.click(within(group).getByRole('button', { name: 'Дорисовать слева' }))
    expect(await screen.findByText('Дорисовано слева: Кот на крыше')).toBeTruthy()
    expect(changesIn(asked).map(({ body }) => body)).toEqual([{ action: 'pan-left' }])
  })

  it('leads back to the variants that it was made from, also when the page does not have them', async () => {
    const { user } = await showJob(enlarged(), { 'GET /jobs/operation-1': () => succeed({ job: sheet() }) })
    await user.click(screen.getByRole('button', { name: 'Исходная работа' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getAllByRole('radio')).toHaveLength(4)
  })

  it('says when they were deleted', async () => {
    const { user } = await showJob(enlarged(), { 'GET /jobs/operation-1': () => refuse(404, { code: 'NOT_FOUND' }) })
    await user.click(screen.getByRole('button', { name: 'Исходная работа' }))
    expect(await screen.findByText('Исходная работа удалена')).toBeTruthy()
  })
})

it('a sheet that could not be cut offers its actions by the place of each variant', async () => {
  const { user, asked } = await showJob(sheet({ files: [fileOf('operation-1', 0)] }), {
    [changes]: () => begun({ ...settings, parent: 'operation-1', action: 'upscale', tile: 3 })
  })
  const place = screen.getByRole('listitem', { name: 'Вариант 3, слева внизу' })
  await user.click(within(place).getByRole('button', { name: /^Увеличить/ }))
  await waitFor(() => expect(changesIn(asked).map(({ body }) => body)).toEqual([{ action: 'upscale', tile: 3 }]))
})

it('pictures of other services have no such actions', async () => {
  await showJob(completed({ service: 'flux' }))
  expect(screen.queryByRole('button', { name: /Увеличить|Вариации/ })).toBeNull()
})

describe('an action on a picture is repeated as that action, never as a new sheet from the form', () => {
  const varied = { ...settings, parent: 'operation-1', action: 'variation', tile: 4 }
  const upscaled = { ...varied, action: 'upscale', tile: 2 }

  it.each([
    ['failed', failed({ parameters: varied })],
    ['made', completed({ parameters: varied })]
  ])('an action that has %s is done once more on its own picture, for its price', async (_, job) => {
    const { user, asked } = await showJob(job, { [changes]: () => begun(varied) })
    expect(screen.queryByRole('link', { name: 'Повторить' })).toBeNull()
    // A click charges at once, so the price stands there to be read.
    await user.click(screen.getByText('Повторить · 2 токена'))
    expect(changesIn(asked).map(({ body }) => body)).toEqual([{ action: 'variation', tile: 4 }])
  })

  it('a failed action leads to the picture that it continued', async () => {
    await showJob(failed({ parameters: varied }))
    expect(screen.getByRole('button', { name: 'Исходная работа' })).toBeTruthy()
  })

  it('nothing is repeated when the picture is gone', async () => {
    await showJob(
      failed({ parameters: varied, error: { code: 'SOURCE_GONE', text: 'Midjourney больше не хранит её' } })
    )
    expect(screen.queryByRole('button', { name: /^Повторить/ })).toBeNull()
  })

  it('says when the picture was deleted', async () => {
    const { user } = await showJob(failed({ parameters: varied }), {
      [changes]: () => refuse(404, { code: 'NOT_FOUND' })
    })
    await user.click(screen.getByRole('button', { name: /^Повторить/ }))
    expect(toasts).toEqual(['error: Исходной работы больше нет'])
  })

  it('an enlargement that is there is neither sold nor given again: it would be the same picture', async () => {
    await showJob(completed({ parameters: upscaled }))
    expect(screen.queryByRole('button', { name: /^Повторить/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Результат испорчен?' })).toBeNull()
  })

  it('an enlargement that failed is tried again', async () => {
    await showJob(failed({ parameters: upscaled }))
    expect(screen.getByRole('button', { name: 'Повторить · 1 токен' })).toBeTruthy()
  })
})
