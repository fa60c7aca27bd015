import type { ReactNode } from 'react'
import { clsx } from 'clsx'

export interface Column<Row> {
  title: string
  /** Only screen readers get the title: for a column of buttons. */
  titleHidden?: boolean
  render: (row: Row) => ReactNode
  /** Numbers stand under each other. */
  numeric?: boolean
}

export interface TableRowsProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** `index`: for rows that have no name of their own. */
  keyOf: (row: Row, index: number) => string
  /** The last row, which sums up the others. */
  total?: Row | undefined
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
}

const Cells = <Row,>({ columns, row }: CellsProps<Row>) =>
  columns.map(({ title, render, numeric }, place) => {
    const className = clsx('px-4 py-3', numeric && 'text-right whitespace-nowrap tabular-nums')
    return place === 0 ? (
      <th key={title} scope="row" className={clsx(className, 'min-w-36 font-medium')}>
        {render(row)}
      </th>
    ) : (
      <td key={title} className={className}>
        {render(row)}
      </td>
    )
  })

/** A table whose first column names the row. On a narrow screen it scrolls sideways, also by keyboard. */
export function TableRows<Row>({ caption, columns, rows, keyOf, total }: TableRowsProps<Row>) {
  return (
    // Relative, because what only screen readers see is cut off by a positioned ancestor alone.
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={caption}
      className="relative overflow-x-auto rounded-card border border-line bg-raised"
    >
      <table className="w-full border-collapse text-left text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-caption text-ink-faint">
            {columns.map(({ title, titleHidden, numeric }) => (
              <th key={title} scope="col" className={clsx('px-4 py-2.5 font-medium', numeric && 'text-right')}>
                <span className={clsx(titleHidden && 'sr-only')}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} className="border-b border-line align-top last:border-0">
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="border-t border-line-strong align-top font-medium">
              <Cells columns={columns} row={total} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
