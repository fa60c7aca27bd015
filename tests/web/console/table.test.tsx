import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderInConsole } from './render-console.tsx'
import { SessionsSection } from '#web/console/src/people/sessions-section.tsx'
import { PartsTable, Table, type Column } from '#web/console/src/ui/table.tsx'

interface Row {
  id: string
  tokens: number
}

const columns: Column<Row>[] = [
  { title: 'Код', render: ({ id }) => id },
  { title: 'Токены', numeric: true, render: ({ tokens }) => tokens }
]
const rows = [
  { id: 'a', tokens: 5 },
  { id: 'b', tokens: 7 }
]
const table = (shown: Row[], more: { read: () => void; busy: boolean } | null = null) =>
  render(
    <Table caption="Кошельки" columns={columns} rows={shown} keyOf={({ id }) => id} empty="Кошельков нет" more={more} />
  )

it('names its columns and rows for screen readers, and scrolls by keyboard', () => {
  table(rows)
  const shown = screen.getByRole('table', { name: 'Кошельки' })
  expect(
    within(shown)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  ).toEqual(['Код', 'Токены'])
  expect(
    within(shown)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  ).toEqual(['a', 'b'])
  expect(screen.getByRole('region', { name: 'Кошельки' }).tabIndex).toBe(0)
  expect(screen.queryByRole('button')).toBeNull()
})

it('says in words that there is nothing', () => {
  table([])
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Кошельков нет')).toBeTruthy()
})

it('reads older rows at a click, and no second time while they are read', async () => {
  const read = vi.fn()
  const { rerender } = table(rows, { read, busy: false })
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }))
  expect(read).toHaveBeenCalledTimes(1)
  rerender(
    <Table
      caption="Кошельки"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty="Кошельков нет"
      more={{ read, busy: true }}
    />
  )
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }))
  expect(read).toHaveBeenCalledTimes(1)
})

it('of a list in parts shows the rows of all that were read, and reads the next one at a click', async () => {
  const fetchNextPage = vi.fn(() => Promise.resolve())
  const query = {
    data: { pages: rows.map((row) => ({ read: [row] })) },
    error: null,
    refetch: () => Promise.resolve(),
    hasNextPage: true,
    fetchNextPage,
    isFetchingNextPage: false
  }
  const shared = { caption: 'Кошельки', columns, keyOf: ({ id }: Row) => id, empty: '' }
  const { rerender } = render(<PartsTable {...shared} query={query} rowsOf={({ read }) => read} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['a', 'b'])
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
  rerender(<PartsTable {...shared} query={{ ...query, hasNextPage: false }} rowsOf={({ read }) => read} />)
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
})

it('that is empty leaves the button above it, which may have emptied it and has the focus', () => {
  renderInConsole(<SessionsSection id="h1-user" sessions={[]} />, 'support')
  expect(screen.getByText('Сессий нет')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Завершить все сессии' }).ariaDisabled).toBe('true')
})
