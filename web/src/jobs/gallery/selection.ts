// Which jobs are selected, and from where a range with Shift begins, by the mouse and by the keyboard.
import type { KeyboardEvent, MouseEvent } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import { type Layout, neighbour, type Row } from './rows.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** The job that was last selected alone. */
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Adds all jobs from the anchor up to this one. @param order all jobs of the list */
export function extended(selection: Selection, id: string, order: readonly { id: string }[]): Selection {
  const from = order.findIndex((item) => item.id === selection.anchor)
  const to = order.findIndex((item) => item.id === id)
  if (from < 0 || to < 0) return { ids: new Set(selection.ids).add(id), anchor: id }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range.map((item) => item.id)]), anchor: selection.anchor }
}

export const all = (order: readonly { id: string }[]): Selection => ({
  ids: new Set(order.map(({ id }) => id)),
  anchor: order[0]?.id ?? null
})

/** Without what is no longer in the list; the same object when nothing is missing. */
export function kept(selection: Selection, order: readonly { id: string }[]): Selection {
  if (selection.ids.size === 0) return selection
  const there = new Set(order.map(({ id }) => id))
  if ([...selection.ids].every((id) => there.has(id))) return selection
  return {
    ids: new Set([...selection.ids].filter((id) => there.has(id))),
    anchor: selection.anchor !== null && there.has(selection.anchor) ? selection.anchor : null
  }
}

interface Grid {
  items: readonly LibraryItem[]
  ratios: readonly number[]
  rows: readonly Row[]
  layout: Layout
  /** The job that has the focus, or gets it. */
  active: number
  selection: Selection
  select: (selection: Selection) => void
  /** Moves the focus. */
  moveTo: (index: number) => void
  onDelete: () => void
}

/** Rows that Page Up and Page Down go. */
const rowsOfPage = 4

function target({ items, ratios, rows, layout: { gap }, active }: Grid, key: string): number | null {
  const byRows = (direction: -1 | 1, count = 1) => {
    let index = active
    for (let step = 0; step < count; step++) index = neighbour(ratios, rows, { index, direction, gap })
    return index
  }
  switch (key) {
    case 'ArrowLeft':
      return active - 1
    case 'ArrowRight':
      return active + 1
    case 'ArrowUp':
      return byRows(-1)
    case 'ArrowDown':
      return byRows(1)
    case 'PageUp':
      return byRows(-1, rowsOfPage)
    case 'PageDown':
      return byRows(1, rowsOfPage)
    case 'Home':
      return 0
    case 'End':
      return items.length - 1
    default:
      return null
  }
}

/** Arrows move, the space bar selects, Shift extends, Ctrl+A selects all that is listed, Escape selects nothing. */
export function onGridKey(grid: Grid, event: KeyboardEvent): void {
  const { items, active, selection, select, moveTo, onDelete } = grid
  const item = items[active]
  if (!item || event.altKey) return
  const withControl = event.ctrlKey || event.metaKey
  const to = withControl ? null : target(grid, event.key)
  if (to !== null) {
    event.preventDefault()
    const index = Math.min(items.length - 1, Math.max(0, to))
    const from = selection.anchor === null ? { ...selection, anchor: item.id } : selection
    const reached = items[index]
    if (event.shiftKey && reached) select(extended(from, reached.id, items))
    moveTo(index)
  } else if (event.key === ' ') {
    event.preventDefault()
    select(event.shiftKey ? extended(selection, item.id, items) : toggled(selection, item.id))
  } else if (withControl && event.code === 'KeyA') {
    event.preventDefault()
    select(all(items))
  } else if (event.key === 'Escape' && selection.ids.size > 0) {
    event.preventDefault()
    select(nothing)
  } else if (event.key === 'Delete' && selection.ids.size > 0) {
    event.preventDefault()
    onDelete()
  }
}

/** A click opens a job; on its tick, with Ctrl or Shift, or while others are selected, it selects. */
export function onGridClick(grid: Grid, event: MouseEvent): void {
  const { items, selection, select, moveTo } = grid
  const place = event.target instanceof Element ? event.target.closest('[data-item]') : null
  const index = Number(place?.getAttribute('data-item') ?? -1)
  const item = items[index]
  if (!item) return
  const isTick = event.target instanceof Element && event.target.closest('[data-tick]') !== null
  const withControl = event.ctrlKey || event.metaKey
  const isKeyboard = event.detail === 0
  if (!isTick && !withControl && !event.shiftKey && (selection.ids.size === 0 || isKeyboard)) return
  event.preventDefault()
  select(event.shiftKey ? extended(selection, item.id, items) : toggled(selection, item.id))
  moveTo(index)
}
