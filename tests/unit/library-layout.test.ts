// How tiles fill rows, which rows are in the window, and what a selection becomes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heightOf, type Layout, neighbour, rowOf, rowsBetween, rowsOf, tileRatio } from '#web/src/jobs/gallery/rows.ts'
import { all, extended, kept, nothing, toggled } from '#web/src/jobs/gallery/selection.ts'

const layout: Layout = { width: 1000, targetHeight: 200, gap: 16, captionHeight: 60 }
const ratios = fc.array(fc.double({ min: 0.1, max: 5, noNaN: true }).map(tileRatio), { maxLength: 200 })
const widths = fc.integer({ min: 280, max: 2000 })

const ids = ({ ids: set }: { ids: ReadonlySet<string> }) => [...set].toSorted().join('')

describe('rows', () => {
  test('hold every work once, in order, none wider than the list and none but the last much narrower', () => {
    fc.assert(
      fc.property(ratios, widths, (tiles, width) => {
        const rows = rowsOf(tiles, { ...layout, width })
        let next = 0
        let top = 0
        for (const row of rows) {
          expect([row.start, row.top]).toEqual([next, top])
          expect(row.end).toBeGreaterThan(row.start)
          const drawn = tiles.slice(row.start, row.end).map((ratio) => Math.floor(ratio * row.height))
          const taken = drawn.reduce((sum, tile) => sum + tile, 0) + layout.gap * (drawn.length - 1)
          expect(taken).toBeLessThanOrEqual(width)
          if (row !== rows.at(-1)) expect(taken).toBeGreaterThan(width - 20 * drawn.length)
          next = row.end
          top += row.height + layout.captionHeight
        }
        expect(next).toBe(tiles.length)
        expect(heightOf(rows, layout)).toBe(top)
      })
    )
  })

  test('in the window are exactly those that touch it', () => {
    const rows = rowsOf(
      Array.from({ length: 100 }, () => 1),
      layout
    )
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 10_000 }), fc.integer({ min: 1, max: 3000 }), (from, length) => {
        const [first, end] = rowsBetween(rows, from, from + length, layout)
        const touching = rows.flatMap(({ top, height }, index) =>
          top + height + layout.captionHeight > from && top < from + length ? [index] : []
        )
        expect(touching).toEqual(Array.from({ length: end - first }, (_, index) => first + index))
      })
    )
  })

  test('lead up and down to the tile whose middle is nearest, and stop at the ends', () => {
    const squares = Array.from({ length: 10 }, () => 1)
    const rows = rowsOf(squares, layout)
    expect(rows.map(({ start }) => start)).toEqual([0, 5])
    const go = (index: number, direction: -1 | 1) => neighbour(squares, rows, { index, direction, gap: layout.gap })
    expect([go(2, 1), go(7, -1), go(2, -1), go(7, 1)]).toEqual([7, 2, 2, 7])
    expect([rowOf(rows, 4), rowOf(rows, 5), rowOf(rows, 10), rowOf(rows, -1)]).toEqual([0, 1, -1, -1])
  })
})

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))

  test('goes on and off by one, and with Shift from the last single one in both directions', () => {
    const one = toggled(nothing, 'c')
    expect(ids(extended(one, 'e', order))).toBe('cde')
    expect(ids(extended(extended(one, 'e', order), 'a', order))).toBe('abcde')
    expect(ids(toggled(one, 'c'))).toBe('')
    expect(ids(extended(nothing, 'b', order))).toBe('b')
    expect(ids(all(order))).toBe('abcde')
  })

  test('loses what is no longer listed, and is the same object when nothing is', () => {
    const both = extended(toggled(nothing, 'b'), 'c', order)
    expect(kept(both, order)).toBe(both)
    expect(kept(both, order.slice(2))).toEqual({ ids: new Set(['c']), anchor: null })
  })
})
