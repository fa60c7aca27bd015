import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '../../../src/base/ui/button.tsx'
import { useKeptFocus } from '../../../src/base/ui/kept-focus.ts'
import { TableRows, type TableRowsProps } from '../../../src/base/ui/table.tsx'
import { type MoreRows, moreOf, type PartsQuery } from '../base/use-call.ts'
import { Loaded } from './loaded.tsx'

export type { Column } from '../../../src/base/ui/table.tsx'

interface TableProps<Row> extends TableRowsProps<Row> {
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** There are older rows: what reads them. */
  more?: MoreRows | null
}

/** A table, or words in its place. */
export function Table<Row>({ empty, more, ...table }: TableProps<Row>) {
  // What was done by a row's own button may take the button away.
  const focus = useKeptFocus<HTMLDivElement>(table.rows)
  return (
    <div {...focus} className="flex min-w-0 flex-col gap-3">
      {table.rows.length === 0 ? (
        <p className="rounded-card bg-sunken px-4 py-6 text-small text-ink-soft">{empty}</p>
      ) : (
        <TableRows {...table} />
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
