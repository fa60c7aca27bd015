// Where operators begin: what waits for a person, how the day goes.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sessionKey } from '#web/console/src/base/call.ts'
import { Page } from '#web/console/src/system/overview/page.tsx'
import { waitingIn } from '#web/console/src/system/overview/waiting.ts'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole, sessionOf } from './render-console.tsx'

const service = { service: 'luma', title: 'Luma', kind: 'video' as const, models: [], health: [] }
const up = { ...service, state: 'up' as const, off: null }
const down = { ...service, title: 'Flux', state: 'down' as const, off: null }
const off = { ...service, title: 'Veo 3', state: 'down' as const, off: { reason: 'Чинят', since: 1, by: 'olga' } }
const work = { services: [up], providers: [], waiting: [], overdue_jobs: 0, dead_letters: 0 }
const duty = {
  duty: 'outgoing-mails' as const,
  ran_at: 1,
  succeeded_at: 1,
  backlog: 0,
  oldest_due_at: null,
  behind: false
}
const clock = { late: false, ran_at: 1, duties: [duty] }

describe('what waits for a person', () => {
  it('is nothing while all is well, or while nothing was read', () => {
    expect(waitingIn({})).toEqual([])
    const alarms = { open: { urgent: 0, notice: 0 }, alarms: [], next: null }
    const empty = { next: null }
    expect(
      waitingIn({
        alarms,
        reviews: { waiting: 0 },
        tokens: { changes: [], ...empty },
        services: work,
        clock
      })
    ).toEqual([])
  })

  it('is said with its number and its page, what is urgent first', () => {
    const alarms = { open: { urgent: 1, notice: 2 }, alarms: [], next: null }
    const services = { ...work, services: [up, down, off], dead_letters: 2 }
    const behind = { ...clock, duties: [{ ...duty, behind: true }] }
    expect(waitingIn({ alarms, services, clock: behind })).toEqual([
      { text: '3 открытые тревоги, из них 1 срочная', path: '/alarms', urgent: true },
      { text: '1 обязанность отстаёт', path: '/system', urgent: true },
      { text: 'Не отвечают: Flux', path: '/services', urgent: true },
      { text: 'Выключены: Veo 3', path: '/services', urgent: false },
      { text: '2 мёртвых сообщения', path: '/dead-letters', urgent: false }
    ])
  })

  it('is one line when the clock stands still: every duty is behind then', () => {
    const late = { ...clock, late: true, duties: [{ ...duty, behind: true }] }
    expect(waitingIn({ clock: late }).map(({ path }) => path)).toEqual(['/system'])
  })
})

const quiet = {
  'GET /operator/alarms?state=open&limit=1': () => succeed({ open: { urgent: 0, notice: 0 }, alarms: [], next: null }),
  'GET /operator/reviews': () => succeed({ waiting: 0 }),
  'GET /operator/token-changes': () => succeed({ changes: [], next: null }),
  'GET /operator/services': () => succeed(work),
  'GET /operator/clock': () => succeed(clock)
}
const days = ['2026-11-24', '2026-11-25']
const trends = {
  days,
  // The same day in all time zones with people.
  counted_at: Date.UTC(2026, 0, 1, 11),
  series: [
    { figure: 'sign-ups', service: '', values: [4, 7] },
    { figure: 'paid', service: '', values: [99_000, 0] }
  ]
}

describe('the overview', () => {
  it('tells an owner that all is calm, and the day beside the one before', async () => {
    fakeApi({ ...quiet, 'GET /operator/trends?days=7': () => succeed(trends) })
    renderInConsole(<Page />)
    expect(await screen.findByText(/Всё спокойно/)).toBeTruthy()
    const figure = (await screen.findByText('Новые аккаунты')).parentElement!
    expect(within(figure).getByText('7')).toBeTruthy()
    expect(within(figure).getByText('вчера 4')).toBeTruthy()
    // They are counted once an hour, so figures of a busy minute may be old.
    expect(screen.getByText(/^Посчитано 1 янв/)).toBeTruthy()
  })

  it('says the day only of what was not counted today, by the server’s clock', async () => {
    fakeApi({ ...quiet, 'GET /operator/trends?days=7': () => succeed(trends) })
    renderInConsole(<Page />)
    queryClient.setQueryData(sessionKey, { session: { ...sessionOf('owner'), now: trends.counted_at + 60_000 } })
    expect(await screen.findByText(/^Посчитано \d\d:\d\d$/)).toBeTruthy()
  })

  it('asks for nothing that the role may not read', async () => {
    const api = fakeApi(quiet)
    renderInConsole(<Page />, 'support')
    expect(await screen.findByText(/Всё спокойно/)).toBeTruthy()
    expect(api.calls().toSorted()).toEqual(Object.keys(quiet).toSorted())
    expect(screen.queryByText('Сегодня')).toBeNull()
    expect(screen.queryByText('Команда')).toBeNull()
  })

  it('does not call it calm when a part cannot be read', async () => {
    fakeApi({ ...quiet, 'GET /operator/clock': () => succeed({ nonsense: true }) })
    renderInConsole(<Page />, 'support')
    expect(await screen.findByRole('button', { name: /овторить|ещё раз/i })).toBeTruthy()
    expect(screen.queryByText(/Всё спокойно/)).toBeNull()
  })
})
