// The keyboard and the mouse in the grid of works.
import type { KeyboardEvent, MouseEvent } from 'react'
import type { LibraryWork } from '#contract/library.ts'
import { type Layout, neighbour, type Row } from './rows.ts'
import { all, extended, nothing, type Selection, toggled } from './selection.ts'

interface Grid {
  works: readonly LibraryWork[]
  ratios: readonly number[]
  rows: readonly Row[]
  layout: Layout
  /** The work that has the focus, or gets it. */
  active: number
  selection: Selection
  select: (selection: Selection) => void
  /** Moves the focus. */
  moveTo: (index: number) => void
  onDelete: () => void
}

/** Rows that Page Up and Page Down go. */
const rowsOfPage = 4

function target({ works, ratios, rows, layout: { gap }, active }: Grid, key: string): number | null {
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
      return works.length - 1
    default:
      return null
  }
}

/** Arrows move, the space bar selects, Shift extends, Ctrl+A selects all that is listed, Escape selects nothing. */
export function onGridKey(grid: Grid, event: KeyboardEvent): void {
  const { works, active, selection, select, moveTo, onDelete } = grid
  const work = works[active]
  if (!work || event.altKey) return
  const withControl = event.ctrlKey || event.metaKey
  const to = withControl ? null : target(grid, event.key)
  if (to !== null) {
    event.preventDefault()
    const index = Math.min(works.length - 1, Math.max(0, to))
    const from = selection.anchor === null ? { ...selection, anchor: work.id } : selection
    const reached = works[index]
    if (event.shiftKey && reached) select(extended(from, reached.id, works))
    moveTo(index)
  } else if (event.key === ' ') {
    event.preventDefault()
    select(event.shiftKey ? extended(selection, work.id, works) : toggled(selection, work.id))
  } else if (withControl && event.code === 'KeyA') {
    event.preventDefault()
    select(all(works))
  } else if (event.key === 'Escape' && selection.ids.size > 0) {
    event.preventDefault()
    select(nothing)
  } else if (event.key === 'Delete' && selection.ids.size > 0) {
    event.preventDefault()
    onDelete()
  }
}

/** A click opens a work; on its tick, with Ctrl or Shift, or while others are selected, it selects. */
export function onGridClick(grid: Grid, event: MouseEvent): void {
  const { works, selection, select, moveTo } = grid
  const place = event.target instanceof Element ? event.target.closest('[data-work]') : null
  const index = Number(place?.getAttribute('data-work') ?? -1)
  const work = works[index]
  if (!work) return
  const isTick = event.target instanceof Element && event.target.closest('[data-tick]') !== null
  const withControl = event.ctrlKey || event.metaKey
  const isKeyboard = event.detail === 0
  if (!isTick && !withControl && !event.shiftKey && (selection.ids.size === 0 || isKeyboard)) return
  event.preventDefault()
  select(event.shiftKey ? extended(selection, work.id, works) : toggled(selection, work.id))
  moveTo(index)
}
