import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { PersonCard, PersonLine } from '#contract/operator/people/people.ts'
import { Page } from '#web/console/src/people/page.tsx'
import { Page as Requests } from '#web/console/src/people/requests/page.tsx'
import { sessionKey } from '#web/console/src/base/call.ts'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole, sessionOf } from './render-console.tsx'
import { write } from '../write.ts'

const at = Date.UTC(2026, 10, 24, 9)

const person: PersonCard = {
  user_id: 'h1-user',
  account: {
    email: 'ivan@example.ru',
    created_at: at,
    verified_at: at,
    first_purchase_at: null,
    blocked_at: null,
    erased_at: null,
    second_step_at: null,
    passkeys: 0,
    plan: 'free'
  },
  premium: null,
  balance: { available_tokens: 10, reserved_tokens: 0, used_tokens: 0, debt_tokens: 0 },
  sessions: [{ id: 's', device: 'Firefox', place: 'Москва, RU', ip: null, created_at: at, seen_at: at }],
  identities: ['yandex'],
  consents: [],
  limits: {
    rates: [{ what: 'answers', max: 20, per: 'minute' }],
    running: { answers: 1, answers_max: 3, jobs: 0, jobs_max: 5 },
    stored_bytes: 0,
    stored_bytes_max: 1000,
    covered_tokens: null,
    covered_tokens_max: null
  },
  api_keys: [],
  mails: [],
  payments: [],
  jobs: [],
  actions: []
}

const wallet = {
  user_id: 'h1-user',
  frozen_at: null,
  frozen_because: null,
  seq: 1,
  free_tokens: 10,
  reserved_tokens: 0,
  used_tokens: 0,
  counted: { free_tokens: 10, reserved_tokens: 0, used_tokens: 0 },
  agrees: true,
  violations: [],
  open_reservations: 0
}

const card = {
  'GET /operator/people/h1-user': () => succeed({ person }),
  'GET /operator/people/h1-user/lines': () => succeed({ lines: [], running: [], next: null }),
  'GET /operator/wallets/h1-user': () => succeed({ wallet, actions: [] })
}

const cardWith = (...keys: PersonCard['api_keys']) => succeed({ person: { ...person, api_keys: keys } })

describe('the search', () => {
  it('sends what was typed in the body, never in an address', async () => {
    const { calls } = fakeApi({
      'POST /operator/people/find': () =>
        succeed({ people: [{ user_id: 'h1-user', email: 'ivan@example.ru', created_at: at, by: 'email' }] })
    })
    window.location.hash = '#/people'
    renderInConsole(<Page parameter={null} />, 'support')
    await write(userEvent, screen.getByLabelText('Кого найти'), 'ivan@example.ru{Enter}')
    const link = await screen.findByRole('link', { name: 'ivan@example.ru' })
    expect(link.getAttribute('href')).toBe('#/people/h1-user')
    expect(window.location.href).not.toContain('ivan')
    expect(calls()).toContain('POST /operator/people/find')
  })
})

describe('the card', () => {
  it('offers to support what support may do', async () => {
    fakeApi(card)
    renderInConsole(<Page parameter="h1-user" />, 'support')
    expect(await screen.findByRole('heading', { level: 1, name: 'ivan@example.ru' })).toBeTruthy()
    expect(screen.getByText('1 из 3')).toBeTruthy()
    expect(screen.getByText('ответов: 20 в минуту')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Завершить все сессии' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Начислить токены' })).toBeTruthy()
    for (const name of ['Заблокировать', 'Снять второй шаг', 'Удалить аккаунт', 'Показать чаты'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('names the services of works and their states, also of one whose outcome is not known yet', async () => {
    const work = { id: 'h1-work', service: 'runwayml', state: 'checking', price_tokens: 6, created_at: at }
    fakeApi({ ...card, 'GET /operator/people/h1-user': () => succeed({ person: { ...person, jobs: [work] } }) })
    renderInConsole(<Page parameter="h1-user" />, 'support')
    expect((await screen.findByRole('row', { name: /h1-work/ })).textContent).toMatch(/Runwayвыясняем6$/)
  })

  it('shows keys of the API to every role, and lets support end one that works', async () => {
    const made = { created_at: at, expires_at: null, last_used_at: at, overlaps_until: null }
    const limits = { scopes: ['chat' as const], models: null, networks: [] }
    const sums = { budgets: { day: 10, month: null, total: null }, spent: { day: 0.4, month: 12, total: 37 } }
    const key = { id: 'k1', name: 'Бот', hint: 'sk-…a1b2', ...made, ...limits, ...sums, ended_at: null }
    const ended = { ...key, id: 'k2', name: 'Старый', ended_at: at }
    // By the server's clock, which is a day ahead of this device.
    const expired = { ...key, id: 'k3', name: 'Минувший', expires_at: Date.now() + 3_600_000 }
    let sent: unknown
    const reread = Promise.withResolvers<Response>()
    fakeApi({
      ...card,
      'GET /operator/people/h1-user': () => (sent ? reread.promise : cardWith(key, ended, expired)),
      'POST /operator/people/h1-user/api-keys/k1/end': ({ body }) => ((sent = body), succeed({}))
    })
    const { unmount } = renderInConsole(<Page parameter="h1-user" />, 'finance')
    queryClient.setQueryData(sessionKey, { session: { ...sessionOf('finance'), now: Date.now() + 86_400_000 } })
    const row = await screen.findByRole('row', { name: /Бот/ })
    expect(screen.getByRole('row', { name: /Минувший/ }).textContent).toMatch(/истёк.*· истёк /)
    expect(row.textContent).toMatch(
      /чат · все модели · только с\sзаданных адресов.*сегодня 0,4 из 10 · в этом месяце 12 · всего 37/
    )
    expect(screen.queryByRole('button', { name: /^Отозвать/ })).toBeNull()
    unmount()
    renderInConsole(<Page parameter="h1-user" />, 'support')
    expect(await screen.findByText(/^отозван 24/)).toBeTruthy()
    const end = screen.getByRole('button', { name: 'Отозвать ключ: Бот' })
    await userEvent.click(end)
    const dialog = within(screen.getByRole('dialog', { name: 'Отозвать ключ API' }))
    await write(userEvent, dialog.getByLabelText('Причина'), 'Просит отозвать, обращение 118')
    await userEvent.click(dialog.getByRole('button', { name: 'Отозвать' }))
    await vi.waitFor(() => expect(document.activeElement).toBe(end), { timeout: 3000 })
    expect(sent).toMatchObject({ reason: 'Просит отозвать, обращение 118' })
    reread.resolve(cardWith({ ...key, ended_at: at }, ended))
    await vi.waitFor(() => expect(end.isConnected).toBe(false), { timeout: 3000 })
    expect(document.activeElement?.contains(screen.getByRole('table', { name: 'Ключи API' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  it('lets an owner alone take away a second step that is on', async () => {
    const account = { ...person.account!, second_step_at: at, passkeys: 2 }
    fakeApi({ ...card, 'GET /operator/people/h1-user': () => succeed({ person: { ...person, account } }) })
    renderInConsole(<Page parameter="h1-user" />, 'owner')
    expect(await screen.findByText(/^включён 24/)).toBeTruthy()
    expect(screen.getByText('Ключи доступа').nextElementSibling?.textContent).toBe('2')
    await userEvent.click(screen.getByRole('button', { name: 'Снять второй шаг' }))
    expect(screen.getByRole('dialog', { name: 'Снять второй шаг' }).textContent).toContain('Ключи доступа останутся')
  })

  it('gives tokens by whole numbers alone, and says when a second person is needed', async () => {
    let sent: unknown
    fakeApi({
      ...card,
      'POST /operator/people/h1-user/tokens': ({ body }) => {
        sent = body
        const change = {
          id: 'x',
          kind: 'tokens',
          user_id: 'h1-user',
          subject: 'h1-user',
          tokens: 5000,
          terms: { tokens: 5000, mayOwe: false },
          reason: 'Возместили сбой',
          asked_by: 'anna'
        }
        return succeed({ change: { ...change, asked_at: at, expires_at: at, state: 'asked', decided_by: null } })
      }
    })
    renderInConsole(<Page parameter="h1-user" />, 'support')
    await userEvent.click(await screen.findByRole('button', { name: 'Начислить токены' }))
    await userEvent.type(screen.getByLabelText('Сколько токенов'), '1.5')
    await write(userEvent, screen.getByLabelText('Причина'), 'Возместили сбой')
    await userEvent.click(screen.getByRole('button', { name: 'Начислить' }))
    expect(await screen.findByText('Напишите целое число от 1 до 1 000 000')).toBeTruthy()
    expect(sent).toBeUndefined()
    await userEvent.clear(screen.getByLabelText('Сколько токенов'))
    await userEvent.type(screen.getByLabelText('Сколько токенов'), '5000')
    await userEvent.click(screen.getByRole('button', { name: 'Начислить' }))
    await vi.waitFor(() => expect(sent).toMatchObject({ tokens: 5000, may_owe: false }), { timeout: 20_000 })
  })

  it('is not read again because the window has the focus once more', async () => {
    const { calls } = fakeApi({ ...card, 'GET /operator/token-changes': () => succeed({ changes: [], next: null }) })
    renderInConsole(
      <>
        <Page parameter="h1-user" />
        <Requests />
      </>
    )
    await screen.findByText('Ничего не ждёт')
    await screen.findByText(/Не заморожен/)
    await queryClient.invalidateQueries({ refetchType: 'none' })
    const before = calls().length
    window.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(calls().slice(before)).toEqual(['GET /operator/token-changes']), { timeout: 20_000 })
  })

  it('names how each operation ended and each letter, and leads to works alone', async () => {
    const lineOf = (seq: number, service: string, outcome: string): PersonLine => ({
      seq,
      operation_id: `o${seq}`,
      job_id: `h1-o${seq}`,
      service,
      action: service,
      model: null,
      outcome,
      price_tokens: 0,
      cost_tokens: 1,
      balance_after: 10,
      created_at: at,
      finished_at: at
    })
    const lines = [lineOf(3, 'api', 'metered'), lineOf(2, 'flux', 'late'), lineOf(1, 'chatgpt', 'interrupted')]
    const mails = [{ id: 'm', kind: 'budget', created_at: at, sent_at: at, waits: false }]
    fakeApi({
      ...card,
      'GET /operator/people/h1-user': () => succeed({ person: { ...person, mails } }),
      'GET /operator/people/h1-user/lines': () => succeed({ lines, running: [], next: null })
    })
    renderInConsole(<Page parameter="h1-user" />, 'support')
    const table = within(await screen.findByRole('table', { name: 'История баланса' }))
    for (const name of ['списано за вызовы', 'пришло позже срока', 'прервалось у нас'])
      expect(table.getByRole('cell', { name })).toBeTruthy()
    expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#/jobs/h1-o2'])
    expect(screen.getByRole('rowheader', { name: 'Лимит расходов' })).toBeTruthy()
  })

  it('reads texts only with a reason', async () => {
    let reads = 0
    fakeApi({
      ...card,
      'POST /operator/people/h1-user/conversations/read': () =>
        (reads += 1) > 1 ? refuse(403) : succeed({ conversations: [], total: 0 })
    })
    renderInConsole(<Page parameter="h1-user" />, 'owner')
    await userEvent.click(await screen.findByRole('button', { name: 'Показать чаты' }))
    expect(await screen.findByText('Напишите причину')).toBeTruthy()
    expect(reads).toBe(0)
    await write(userEvent, screen.getByLabelText('Зачем читаем'), 'Жалоба на содержание')
    await userEvent.click(screen.getByRole('button', { name: 'Показать чаты' }))
    expect(await screen.findByText('Чатов нет')).toBeTruthy()
    expect(reads).toBe(1)
  })
})
