import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import { LoadFailure } from '../../base/ui/states.tsx'
import { tileId, JobTile } from './job-tile.tsx'
import { heightOf, rowOf, rowsOf, tileRatio } from './rows.ts'
import { onGridClick, onGridKey, type Selection } from './selection.ts'
import type { OpenedJob } from './use-library.ts'
import { showRow, useJobsInWindow, useLayout, useRowsInWindow } from './use-window.ts'

interface JobGridProps {
  items: readonly LibraryItem[]
  /** How many there are, also those that are still being loaded. */
  total: number
  open: OpenedJob
  selection: Selection
  onSelect: (selection: Selection) => void
  /** The Delete key was pressed while jobs are selected. */
  onDelete: () => void
}

/** All jobs as rows of tiles, of which only those near the window are in the document. One stop of the Tab key. */
export function JobGrid({ items, total, open, selection, onSelect, onDelete }: JobGridProps) {
  const list = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const layout = useLayout(list)
  const ratios = useMemo(() => items.map(({ ratio }) => tileRatio(ratio)), [items])
  const rows = useMemo(() => rowsOf(ratios, layout), [ratios, layout])
  const range = useRowsInWindow(list, rows, layout)
  const { active, moveTo } = useActive({ items, openId: open.id, list, rows, layout })
  // The row with the focus stays in the document wherever the window is scrolled to.
  const shown = rowsToDraw(range, rowOf(rows, active), rows.length)
  const near = shown.flatMap((at) => items.slice(rows[at]!.start, rows[at]!.end).map(({ id }) => id))
  const { failed, retry } = useJobsInWindow(near)
  const grid = { items, ratios, rows, layout, active, selection, select: onSelect, moveTo, onDelete }
  return (
    <>
      {failed && <LoadFailure what="часть работ" onRetry={retry} />}
      <p id={hintId} className="sr-only">
        Стрелки — переход, Enter — открыть, пробел — выбрать, Shift со стрелками — выбрать подряд, Ctrl+A — выбрать все
      </p>
      <div
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> holds no pictures
        role="listbox"
        aria-label="Работы"
        aria-multiselectable
        aria-describedby={hintId}
        tabIndex={-1}
        style={{ height: heightOf(rows, layout) }}
        // While the window is made narrower, rows of the former width must not widen the page.
        className="relative mt-6 overflow-x-clip [overflow-clip-margin:6px]"
        onKeyDown={(event) => onGridKey(grid, event)}
        onClickCapture={(event) => onGridClick(grid, event)}
      >
        {shown.map((at) => {
          const row = rows[at]!
          return (
            <div
              key={row.start}
              role="presentation"
              style={{ transform: `translateY(${row.top}px)`, columnGap: layout.gap }}
              className="absolute inset-x-0 top-0 flex"
            >
              {items.slice(row.start, row.end).map((item, column) => (
                <JobTile
                  key={item.id}
                  item={item}
                  index={row.start + column}
                  total={total}
                  width={Math.floor(ratios[row.start + column]! * row.height)}
                  height={row.height}
                  isSelected={selection.ids.has(item.id)}
                  isActive={row.start + column === active}
                  search={open.searchOf(item.id)}
                />
              ))}
            </div>
          )
        })}
      </div>
    </>
  )
}

const rowsToDraw = ([first, end]: [number, number], focused: number, count: number): number[] => {
  const near = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, index) => first + index)
  return focused < 0 || near.includes(focused) ? near : [...near, focused]
}

interface Activity {
  items: readonly LibraryItem[]
  openId: string | null
  list: React.RefObject<HTMLElement | null>
  rows: ReturnType<typeof rowsOf>
  layout: ReturnType<typeof useLayout>
}

/** The job with the focus, by its id: jobs come and go above it. After its dialog, the last job that was shown has it. */
function useActive({ items, openId, list, rows, layout }: Activity) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const found = activeId === null ? 0 : items.findIndex(({ id }) => id === activeId)
  const active = Math.max(0, found)
  const lastOpen = useRef(openId)

  const moveTo = (index: number) => {
    const item = items[index]
    const row = rows[rowOf(rows, index)]
    if (!item) return
    wantsFocus.current = true
    setActiveId(item.id)
    if (row && list.current) showRow(list.current, row, layout)
    if (item.id === activeId) document.getElementById(tileId(item.id))?.focus({ preventScroll: true })
  }

  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null
    lastOpen.current = openId
    if (closed !== null) moveTo(items.findIndex(({ id }) => id === closed))
    // oxlint-disable-next-line react/exhaustive-deps -- only the end of the dialog moves the focus
  }, [openId])

  useLayoutEffect(() => {
    if (!wantsFocus.current || activeId === null) return
    const tile = document.getElementById(tileId(activeId))
    if (!tile) return
    wantsFocus.current = false
    tile.focus({ preventScroll: true })
  })
  return { active, moveTo }
}
