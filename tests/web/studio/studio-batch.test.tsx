import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { finished, jobOf } from '../jobs-sample.ts'
import { standInForFileFields } from './file-stand-in.tsx'
import {
  address,
  form,
  openSignedIn,
  prompt,
  results,
  stage,
  startStudio,
  submitButton,
  write
} from './open-studio.tsx'
import { studioServer } from './studio-server.ts'

beforeEach(standInForFileFields)

const batchOf = (id: string, make: (index: number) => Partial<Job>): Job[] =>
  [0, 1, 2, 3].map((index) =>
    jobOf('flux', {
      id: index === 0 ? id : `${id}-${index + 1}`,
      batch: { id, index, size: 4 },
      priceTokens: 1,
      parameters: { prompt: 'Кот' },
      ...make(index)
    })
  )

/** Those from this number on have failed. */
const failedAt = (from: number) => (index: number) =>
  index < from ? {} : { state: 'failed' as const, chargedTokens: 0, error: { code: 'MODERATED', text: 'Отклонено' } }

/** @param value of the radio button, or its label */
const choose = (name: string | RegExp) => fireEvent.click(within(form()).getByRole('radio', { name }))
const four = /^4\s*4\sтокена/

describe('several at once', () => {
  test('the button has the sum, and a click sends one request for all', async () => {
    let begun: Job[] = []
    const { server, hear } = await startStudio('/flux', {
      onSubmit: ({ headers }) => {
        begun = batchOf(headers.get('idempotency-key') ?? '', () => ({ state: 'running' }))
        return succeed({ job: begun[0], jobs: begun, result: null, billing: null, balance: 6 })
      }
    })
    write('Кот')
    choose(/^3\s*3\sтокена/)
    expect(submitButton().textContent).toContain('3 токена')
    choose(four)
    fireEvent.click(submitButton())
    const batch = await results().findByRole('article', { name: /^Набор: готово 0/ })
    expect(server.keys()).toHaveLength(1)
    expect(within(batch).getAllByRole('progressbar')).toHaveLength(4)
    expect(within(batch).getByText('Спишем только за готовое: не больше 4 токенов')).toBeTruthy()

    within(batch).getByRole('button', { name: 'Отменить все' }).focus()
    for (const job of begun.slice(0, 3)) hear({ ...finished(job), chargedTokens: 1 })
    expect(toasts.filter((toast) => toast.startsWith('success'))).toEqual([])
    hear({ ...begun[3]!, state: 'failed', chargedTokens: 0, error: { code: 'MODERATED', text: 'Отклонено' } })
    const ended = await results().findByRole('article', { name: 'Набор: готово 3 из 4' })
    expect(within(ended).getAllByRole('img', { name: 'Кот' })).toHaveLength(3)
    expect(within(ended).getByText('Отклонено')).toBeTruthy()
    expect(within(ended).getByText('Списано: 3 токена')).toBeTruthy()
    expect(document.activeElement).toBe(ended)
    await waitFor(() => expect(toasts.at(-1)).toBe('success: Набор: готово 3 из 4. Списано: 3 токена'))
  })

  test('are shown whole beside the newest single result, and counted as one', async () => {
    const jobs = batchOf('batch-number-1', (index) => ({ seed: index + 1 })).map(finished)
    await startStudio('/flux', {
      jobs: [finished(jobOf('flux', { id: 'newest-job', createdAt: Date.now() + 1000 })), ...jobs]
    })
    expect(await results().findByRole('article', { name: 'Работа: Flux' })).toBeTruthy()
    expect(results().getAllByRole('radio')).toHaveLength(2)
    stage('Набор: готово 4 из 4: Кот')
    const batch = within(results().getByRole('article', { name: 'Набор: готово 4 из 4' }))
    fireEvent.click(batch.getByRole('link', { name: 'Повторить' }))
    await waitFor(() => expect(within(form()).getByRole<HTMLInputElement>('radio', { name: four }).checked).toBe(true))
  })

  test('lead on from each result: formats, next steps, what the model got, and a free redo', async () => {
    const jobs = batchOf('batch-number-2', (index) => ({ revisedPrompt: `Cat number ${index + 1}` })).map(finished)
    await startStudio('/flux', { jobs })
    const batch = within(await results().findByRole('article', { name: 'Набор: готово 4 из 4' }))
    const first = within(batch.getByRole('region', { name: 'Выбрано: изображение 1' }))
    expect(first.getByRole('link', { name: 'Увеличить' }).getAttribute('href')).toMatch(/from=file-of-batch-number-2&/)
    fireEvent.click(batch.getByRole('button', { name: 'Что сделать: изображение 3' }))
    const third = within(batch.getByRole('region', { name: 'Выбрано: изображение 3' }))
    expect(third.getByRole('link', { name: 'Увеличить' }).getAttribute('href')).toMatch(
      /from=file-of-batch-number-2-3&/
    )
    expect(third.getByRole('button', { name: 'Скачать в другом формате' })).toBeTruthy()
    expect(third.getByText(/Cat number 3/)).toBeTruthy()
    expect(third.getByRole('button', { name: 'Результат испорчен?' })).toBeTruthy()
  })

  test('that failed are taken away one by one, or all when nothing was made', async () => {
    const jobs = batchOf('batch-number-3', failedAt(2)).map((job) => (job.state === 'failed' ? job : finished(job)))
    const { asked } = studioServer({ jobs: [...jobs, ...batchOf('batch-number-4', failedAt(0))] })
    await openSignedIn('/flux')
    await results().findByRole('article', { name: /^Набор: готово 0/ })
    stage(/^Набор: готово 2 из 4/)
    const partly = within(await results().findByRole('article', { name: 'Набор: готово 2 из 4' }))
    expect(partly.queryByRole('button', { name: 'Убрать все' })).toBeNull()
    fireEvent.click(partly.getByRole('button', { name: 'Убрать: работа 4' }))
    await results().findByRole('article', { name: 'Набор: готово 2 из 3' })
    stage(/^Набор: готово 0/)
    fireEvent.click(results().getByRole('button', { name: 'Убрать все' }))
    // The page has asked for the four newest failures only.
    await waitFor(() => expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(3))
    await waitFor(() => expect(results().getAllByRole('article')).toHaveLength(1))
  })

  test('cost more than the balance: the sum that is missing is said', async () => {
    await startStudio('/flux', { tokens: 3 })
    choose(four)
    expect(screen.getByText('Не хватает 1 токена: нужно 4 токена, на балансе 3 токена')).toBeTruthy()
  })
})

const made = () =>
  finished(jobOf('flux', { id: 'job-with-seed', seed: 4242, parameters: { prompt: 'Кот', model: 'flux-dev' } }))
const field = () => within(form()).getByRole<HTMLInputElement>('textbox', { name: 'Seed', hidden: true })

describe('a seed', () => {
  test('of the newest result can be taken into the form and let go', async () => {
    await startStudio('/flux', { jobs: [made()] })
    await results().findByText('Seed 4242')
    fireEvent.click(within(form()).getByRole('button', { name: /^Закрепить/, hidden: true }))
    expect(field().value).toBe('4242')
    fireEvent.click(within(form()).getByRole('button', { name: 'Случайный', hidden: true }))
    expect(field().value).toBe('')
  })

  test('is repeated with the settings of its result by its own link only', async () => {
    await startStudio('/flux', { jobs: [made()] })
    fireEvent.click(await results().findByRole('link', { name: 'Повторить с этим seed' }))
    await waitFor(() => expect(field().value).toBe('4242'))
    expect(prompt().value).toBe('Кот')
    expect(within(form()).getByRole<HTMLInputElement>('radio', { name: /^flux-dev/ }).checked).toBe(true)
    fireEvent.click(results().getByRole('link', { name: 'Повторить' }))
    await waitFor(() => expect(field().value).toBe(''))
    expect(address()).toBe('/flux')
  })

  test('takes digits only, and one that is too large is an error at the field', async () => {
    await startStudio('/flux')
    write('Кот')
    fireEvent.change(field(), { target: { value: '12 a3' } })
    expect(field().value).toBe('123')
    fireEvent.change(field(), { target: { value: '4294967295' } })
    fireEvent.click(submitButton())
    expect(toasts.at(-1)).toBe('error: Seed: целое число от 1 до 4294967294')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().closest('details')?.open).toBe(true)
  })
})

test('a choice that the other settings no longer offer falls back to its default', async () => {
  await startStudio('/luma')
  choose('21:9')
  choose(/^15 секунд/)
  expect(within(form()).queryByRole('radio', { name: '21:9' })).toBeNull()
  expect(within(form()).getByRole<HTMLInputElement>('radio', { name: '16:9' }).checked).toBe(true)
})
