import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Button, type ButtonVariant } from '../../../src/base/ui/button.tsx'
import { type MoreRows, moreOf, type PartsQuery } from '../base/use-call.ts'
import { Loaded } from './loaded.tsx'

export interface Column<Row> {
  title: string
  /** Only screen readers get the title: for a column of buttons. */
  titleHidden?: boolean
  render: (row: Row) => ReactNode
  /** Numbers stand under each other. */
  numeric?: boolean
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** `index`: for rows that have no name of their own. */
  keyOf: (row: Row, index: number) => string
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** There are older rows: what reads them. */
  more?: MoreRows | null
}

function Rows<Row>({ caption, columns, rows, keyOf }: Omit<TableProps<Row>, 'empty' | 'more'>) {
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
              {columns.map(({ title, render, numeric }, place) => {
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
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A table whose first column names the row. On a narrow screen it scrolls sideways, also by keyboard. */
export function Table<Row>({ empty, more, ...table }: TableProps<Row>) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {table.rows.length === 0 ? (
        <p className="rounded-card bg-sunken px-4 py-6 text-small text-ink-soft">{empty}</p>
      ) : (
        <Rows {...table} />
      )}
      {more && (
        <Button variant="secondary" size="small" busy={more.busy} onClick={more.read} className="self-center">
          Показать ещё
        </Button>
      )}
    </div>
  )
}

interface PartsTableProps<Part, Row> extends Omit<TableProps<Row>, 'rows' | 'more'> {
  query: PartsQuery<Part>
  rowsOf: (part: Part) => readonly Row[]
}

/** The table of a list that is read part by part. */
export const PartsTable = <Part, Row>({ query, rowsOf, ...table }: PartsTableProps<Part, Row>) => (
  <Loaded query={{ data: query.data?.pages, error: query.error, refetch: query.refetch }}>
    {(parts) => <Table {...table} rows={parts.flatMap(rowsOf)} more={moreOf(query)} />}
  </Loaded>
)

interface RowButtonProps {
  /** What it does, and with which row: for screen readers. */
  label: string
  variant?: ButtonVariant
  onClick: () => void
  children: string
}

/** A button in a row. */
export const RowButton = ({ label, variant = 'secondary', onClick, children }: RowButtonProps) => (
  <Button size="small" variant={variant} aria-label={label} onClick={onClick}>
    {children}
  </Button>
)
