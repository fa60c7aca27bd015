// The work pages of the console: switches with a preview of what users read, and what each role may do.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { DeadLetterView } from '#contract/operator/jobs/dead-letters.ts'
import type { OpenedJob } from '#contract/operator/jobs/jobs.ts'
import type { WatchedService } from '#contract/operator/jobs/services.ts'
import { sessionKey } from '#web/console/src/base/call.ts'
import { Page as DeadLetters } from '#web/console/src/jobs/dead-letters/page.tsx'
import { Page as Jobs } from '#web/console/src/jobs/page.tsx'
import { Page as Services } from '#web/console/src/jobs/services/page.tsx'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole, sessionOf } from './render-console.tsx'
import { write } from '../write.ts'

const flux: WatchedService = {
  service: 'flux',
  title: 'Flux',
  kind: 'image',
  state: 'up',
  off: null,
  models: [{ model: 'flux-dev', title: 'flux-dev', off: null }],
  health: [
    {
      model: 'flux-dev',
      provider: 'bfl',
      requests: 40,
      failed: 10,
      median_seconds: 12.5,
      charged_tokens: 80,
      usd_micros_each: 14_000
    }
  ]
}
const luma: WatchedService = {
  ...flux,
  service: 'luma',
  title: 'Luma',
  state: 'down',
  off: { reason: 'Провайдер чинит серверы', since: Date.now(), by: 'olga' },
  models: [],
  health: []
}
const listed = { services: [flux, luma], providers: [], waiting: [], overdue_jobs: 0, dead_letters: 3 }

const offButton = (title: string) => screen.findByRole('button', { name: `Выключить: ${title}` })

describe('services', () => {
  it('show how they do, and since when and why one is off', async () => {
    fakeApi({ 'GET /operator/services': () => succeed(listed) })
    renderInConsole(<Services />, 'finance')
    // The server's clock is two hours ahead of this device.
    queryClient.setQueryData(sessionKey, { session: { ...sessionOf('finance'), now: Date.now() + 2 * 3_600_000 } })
    const table = await screen.findByRole('region', { name: 'Сервисы' })
    const row = within(table).getByRole('row', { name: /^Flux/ })
    expect(row.textContent).toContain('25 % из 40')
    expect(row.textContent).toContain('12,5 с')
    expect(row.textContent).toContain('$0,0140')
    expect(within(table).getByRole('row', { name: /^Luma/ }).textContent).toMatch(
      /Провайдер чинит серверы.*olga, 2\sч назад/
    )
    expect(screen.queryByRole('button', { name: /ключить/ })).toBeNull()
  })

  it('show calls of the API without a share of failures, which nobody knows', async () => {
    const known = { model: null, provider: '', median_seconds: null, charged_tokens: 12, usd_micros_each: null }
    const api: WatchedService = {
      ...luma,
      service: 'api',
      title: 'Модели через API',
      off: null,
      health: [{ ...known, requests: 37, failed: null }]
    }
    fakeApi({ 'GET /operator/services': () => succeed({ ...listed, services: [api] }) })
    renderInConsole(<Services />, 'finance')
    const row = await screen.findByRole('row', { name: /^Модели через API/ })
    expect(row.textContent).toMatch(/—— из 37—12—$/)
  })

  it('promise no page where calls of the API are switched off: their programs get the text', async () => {
    const api: WatchedService = { ...luma, service: 'api', title: 'Модели через API', off: null }
    fakeApi({ 'GET /operator/services': () => succeed({ ...listed, services: [flux, api] }) })
    renderInConsole(<Services />, 'support')
    await userEvent.click(await offButton('Модели через API'))
    expect(screen.queryByText(/на странице сервиса/)).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await offButton('Flux'))
    expect(screen.getByText(/на странице сервиса/)).toBeTruthy()
  })

  it('show whom they are bought from, by name, also accounts that were added here', async () => {
    const account = { provider: 'bfl', name: 'Black Forest Labs', is_on: true, away_until: null, away_code: null }
    const places = { running: 1, places: 20, waiting: 0 }
    const second = { ...account, provider: 's-0123456789ab', name: 'Второй счёт BFL', away_until: Date.now() + 60_000 }
    const off = { ...account, provider: 's-another00000', name: 'Посредник', is_on: false }
    const providers = [
      { ...account, ...places },
      { ...second, ...places, waiting: 3, away_code: 'no_credits' },
      { ...off, running: 0, places: 0, waiting: 0 }
    ]
    fakeApi({ 'GET /operator/services': () => succeed({ ...listed, providers }) })
    renderInConsole(<Services />, 'finance')
    const table = await screen.findByRole('region', { name: 'Поставщики' })
    const textOf = (name: RegExp) => within(table).getByRole('row', { name }).textContent
    expect(textOf(/^Black Forest Labs/)).toContain('доступен1 из 20')
    expect(textOf(/^Второй счёт BFL/)).toMatch(/нет денег.*no_credits.*1 из 20.*3$/)
    expect(textOf(/^Посредник/)).toContain('выключен—')
    const services = screen.getByRole('region', { name: 'Сервисы' })
    expect(within(services).getByRole('row', { name: /^Flux/ }).textContent).toContain('Black Forest Labs')
  })

  it('that are off keep off while what users are told is changed', async () => {
    const api = fakeApi({
      'GET /operator/services': () => succeed(listed),
      'PUT /operator/services/luma/switch': () => succeed({ off: luma.off })
    })
    renderInConsole(<Services />, 'support')
    await userEvent.click(await screen.findByRole('button', { name: 'Изменить текст: Luma' }))
    const dialog = within(screen.getByRole('dialog'))
    const field = dialog.getByLabelText<HTMLTextAreaElement>('Что сказать пользователям')
    expect(field.value).toBe(luma.off?.reason)
    await write(userEvent, field, ' Ждём до утра')
    await write(userEvent, dialog.getByLabelText('Причина'), 'Дольше, чем думали')
    await userEvent.click(dialog.getByRole('button', { name: 'Изменить текст' }))
    await vi.waitFor(
      () =>
        expect(api.asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
          text: `${luma.off?.reason} Ждём до утра`
        }),
      { timeout: 20_000 }
    )
  })
})

const job: OpenedJob = {
  id: 'h1-0123456789abcdef0123456789abcdef',
  user_id: 'h1-somebody',
  kind: 'image',
  service: 'flux',
  model: null,
  provider: 'bfl',
  upstream_model: 'flux-2',
  step: 'running',
  failure: null,
  price_tokens: 2,
  charged_tokens: null,
  attempts: 1,
  created_at: 1,
  started_at: 2,
  finished_at: null,
  due_at: 3,
  lease_until: null,
  deadline_at: 4,
  cancel_requested_at: null,
  operation_id: 'operation-1',
  account: { name: 'Второй счёт BFL', model: 'flux-2-pro' },
  ticket: 'ticket-1',
  checks: 1,
  failed_checks: 0,
  files: 0,
  redo_of: null,
  deleted_at: null,
  money: { reserved: 2, returned: 0 },
  may: { retry: true, cancel: true, release: false }
}

async function buttonsFor(role: 'support' | 'finance') {
  fakeApi({ [`GET /operator/jobs/${job.id}`]: () => succeed({ job, actions: [] }) })
  renderInConsole(<Jobs parameter={job.id} />, role)
  await screen.findByRole('heading', { name: 'Работа: Flux' })
  return screen.queryAllByRole('button').map(({ textContent }) => textContent)
}

describe('a job', () => {
  it('offers what may be done now', async () => {
    expect(await buttonsFor('support')).toEqual(['Отправить ещё раз', 'Отменить работу'])
  })

  it('names the account that was asked, and its name of the model', async () => {
    await buttonsFor('support')
    expect(screen.getByText('Аккаунт').nextElementSibling?.textContent).toBe('Второй счёт BFL, flux-2-pro')
  })

  it('says in words who made it and why it failed, beside the code', async () => {
    const failed = { ...job, step: 'failed', failure: 'RESULT_LOST', finished_at: 5 }
    fakeApi({ [`GET /operator/jobs/${job.id}`]: () => succeed({ job: failed, actions: [] }) })
    renderInConsole(<Jobs parameter={job.id} />, 'support')
    expect(await screen.findByText('ссылка на результат не действует (RESULT_LOST)')).toBeTruthy()
    expect(screen.getByText(/^Black Forest Labs, /)).toBeTruthy()
  })

  it('offers nothing to whom the role forbids it', async () => {
    expect(await buttonsFor('finance')).toEqual([])
  })
})

const letter: DeadLetterView = {
  id: 7,
  queue: 'dead-jobs',
  kind: 'job',
  subject: job.id,
  row: null,
  reason: 'running',
  error: 'D1_ERROR',
  times: 2,
  first_at: 1,
  at: 2,
  resolved_at: null,
  resolution: null
}

describe('dead letters', () => {
  it('say what failed; an unreadable one can only be closed', async () => {
    const unreadable: DeadLetterView = {
      ...letter,
      id: 8,
      kind: 'unreadable',
      subject: '',
      reason: 'unreadable',
      error: null
    }
    fakeApi({
      'GET /operator/dead-letters?state=open': () => succeed({ letters: [unreadable, letter], next: null })
    })
    renderInConsole(<DeadLetters />, 'support')
    expect(await screen.findByText('Не удавался шаг: выполняется')).toBeTruthy()
    expect(screen.getAllByText(/^Ошибка:/).map((element) => element.textContent)).toEqual(['Ошибка: D1_ERROR'])
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Закрыть: сообщение 8',
      'Повторить: сообщение 7',
      'Закрыть: сообщение 7'
    ])
  })
})
