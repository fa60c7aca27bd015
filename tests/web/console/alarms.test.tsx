// What operators read of an alarm: what it is about and how much, in words.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type AlarmKind, alarmKinds, alarmSeverities } from '#contract/alarm-kinds.ts'
import { alarmDescriptions, alarmPathOf } from '#contract/alarms.ts'
import type { OpenedAlarm } from '#contract/operator/system/alarms.ts'
import { Page } from '#web/console/src/system/alarms/page.tsx'
import { factsOf } from '#web/console/src/system/alarms/words.ts'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

const alarm = (kind: AlarmKind, changes: Partial<OpenedAlarm> = {}): OpenedAlarm => {
  const { title, todo } = alarmDescriptions[kind]
  const severity = alarmSeverities[kind]
  const of = { kind, subject: 'id-1', userId: null, ...changes }
  return {
    id: 7,
    severity,
    title,
    todo,
    path: alarmPathOf(of),
    user_id: null,
    detail: {},
    first_at: 1,
    last_at: 2,
    count: 1,
    paged_at: 2,
    failures: 0,
    resolved_at: null,
    resolved_by: null,
    note: null,
    ...of
  }
}

describe('the facts of an alarm', () => {
  it.each([
    [
      alarm('csp-reports', { subject: 'script-src-elem', detail: { reports: 1200 } }),
      'Директива: script-src-elem · сообщений за час не меньше: 1 200'
    ],
    [
      alarm('passwords-sprayed', { subject: 'network', detail: { failures: 20 } }),
      'Откуда: одна сеть · неудачных входов за час не меньше: 20'
    ],
    [
      alarm('duty-behind', { subject: 'payments', detail: { backlog: 3, waitingMinutes: null } }),
      'Обязанность: Сверка платежей с ЮKassa · ждёт строк: 3 · старшая ждёт минут: нет'
    ],
    [alarm('job-dead', { subject: 'job-1', detail: { step: 'running' } }), 'Работа: job-1 · шаг: выполняется'],
    [alarm('payment-review', { detail: { mismatch: 'amount' } }), 'Платёж: id-1 · причина: пришла другая сумма'],
    [
      alarm('receipt-not-registered', { detail: { operation: 'refund', registration: 'canceled' } }),
      'Платёж: id-1 · операция: возврат · чек: не зарегистрирован'
    ],
    [
      alarm('database-large', { subject: 'HISTORY_2', detail: { percent: 60, isOpen: true } }),
      'База: HISTORY_2 · занято процентов: 60 · принимает новые аккаунты: да'
    ],
    [
      alarm('reconciliation-difference', {
        subject: 'copy-gap h1-u',
        detail: { kind: 'copy-gap', subject: 'h1-u', detail: 'D1 3, wallet 4' }
      }),
      'Расхождение: В копии журнала пропущены строки · о чём: h1-u · подробности: D1 3, wallet 4'
    ],
    [
      alarm('backup-user-failed', { subject: 'many', detail: { night: 20_782, more: 12 } }),
      'Много людей · ночь: 25 ноября 2026 г. · сверх показанных: 12'
    ],
    [
      alarm('provider-down', { subject: 'flux', detail: { providers: 'bfl s-0123' } }),
      'Сервис: Flux · поставщики: Black Forest Labs, s-0123'
    ],
    [alarm('role-granted', { subject: 'h1-user owner' }), 'О чём: h1-user владелец'],
    [
      alarm('role-granted', { subject: 'h1-user finance', detail: { detail: 'owner: finance, дал finance-1' } }),
      'О чём: h1-user финансы · подробности: owner: финансы, дал finance-1'
    ],
    [alarm('clock-late', { subject: 'clock-late', detail: { minutes: 5 } }), 'Минут без запуска: 5']
  ])('of $kind', (one, text) => {
    expect(factsOf(one).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })

  it.each(alarmKinds)('of %s begin with what it is about', (kind) => {
    expect(factsOf(alarm(kind))).toMatch(/^[А-ЯЁ][а-яё ]+: id-1$|^$/)
  })
})

describe('the page', () => {
  it('links to what an alarm is about, unless that is the alarm itself', async () => {
    const alarms = [alarm('csp-reports', { id: 8 }), alarm('payment-review')]
    fakeApi({
      'GET /operator/alarms?state=open': () => succeed({ open: { urgent: 1, notice: 1 }, alarms, next: null })
    })
    renderInConsole(<Page />, 'support')
    const list = await screen.findByRole('list', { name: 'Тревоги' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    ).toEqual(['/operator/#/payments/id-1'])
  })
})
