import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dayOf, startOfDay } from '#web/src/base/format/days.ts'
import { refuse, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'
import { failed, listOf } from './jobs-sample.ts'
import { endedJob, library, listing, tile, three } from './open-library.tsx'

const firstDay = () => screen.getByLabelText<HTMLInputElement>('С')

it('a day is typed digit by digit: the years on the way to it filter nothing and are kept', async () => {
  const day = '2026-11-23'
  const { user } = await library({ ...three, ...listing(`from=${new Date(`${day}T00:00`).getTime()}&whole=40`) })
  await tile(3)
  await user.click(screen.getByRole('button', { name: /^Период/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Свой период' }))
  for (const typed of ['0002-11-23', '0020-11-23', '0202-11-23']) {
    fireEvent.change(firstDay(), { target: { value: typed } })
    expect([firstDay().value, address()]).toEqual([typed, '/library'])
  }
  fireEvent.change(firstDay(), { target: { value: day } })
  await waitFor(() => expect(address()).toBe(`/library?from=${day}`))
  expect(firstDay().value).toBe(day)
  await screen.findByText('Ничего не найдено')
  fireEvent.change(firstDay(), { target: { value: '' } })
  await waitFor(() => expect(address()).toBe('/library'))
})

it('a period ends today by the server’s clock, whatever day the device has', async () => {
  const now = Date.now() + 3 * 24 * 60 * 60_000
  const today = dayOf(now)
  const { user } = await library({
    ...three,
    ...listing(`from=${startOfDay(today)}&whole=40`),
    'GET /prices': () => succeed({ now, changes: [], models: [] })
  })
  await tile(3)
  await user.click(screen.getByRole('button', { name: /^Период/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Сегодня' }))
  await waitFor(() => expect(address()).toBe(`/library?from=${today}`))
  expect(screen.getByRole('button', { name: /^Период.*Сегодня/ })).toBeTruthy()
})

it('jobs without a result stay away from a filter that they do not follow', async () => {
  const { user } = await library({
    ...three,
    ...listing('kind=video&whole=40'),
    ...listing('favourite=1&whole=40', endedJob(3)),
    'GET /jobs?limit=100&outcome=failures': () => succeed(listOf([failed({ id: 'operation-8', createdAt: 900 })]))
  })
  await screen.findByText(/Без результата: 1 работа/)
  await user.click(screen.getByRole('button', { name: 'Избранное' }))
  await waitFor(() => expect(screen.queryByText(/Без результата/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Избранное' }))
  await screen.findByText(/Без результата: 1 работа/)
})

it('a folder that is gone is no failure to be tried again', async () => {
  const gone = { 'GET /library/works?folder=7&whole=40': () => refuse(404, { error: 'Не найдено' }) }
  const { user } = await library({ ...three, ...gone }, '/library?folder=7')
  await screen.findByText('Ничего не найдено')
  expect(screen.queryByText('Не удалось загрузить ваши работы')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Показать все работы' }))
  await tile(3)
})
