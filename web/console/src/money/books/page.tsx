import { useState, type SubmitEvent } from 'react'
import { Download } from 'lucide-react'
import type { z } from 'zod'
import { openBooks, readBooks } from '#contract/operator/money/books.ts'
import { Button, buttonClass } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { hrefOf } from '../../base/address.ts'
import { fileHref } from '../../base/call.ts'
import { useCall } from '../../base/use-call.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { monthText } from '../../ui/money-words.ts'
import { Page as Frame } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'

type Books = z.output<typeof openBooks.output>

/** The months between two, both included. */
function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const months: string[] = []
  for (
    let at = new Date(`${from}-01T00:00:00Z`);
    at.toISOString().slice(0, 7) <= to;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    months.push(at.toISOString().slice(0, 7))
  return months
}

const MonthLink = ({ id, month }: { id: string; month: string }) => (
  <a
    href={fileHref(readBooks, { id, month })}
    download
    aria-label={`Скачать движения токенов за ${monthText(month)}, CSV`}
    className={buttonClass({ variant: 'secondary', size: 'small' })}
  >
    <Download size={16} aria-hidden />
    CSV
  </a>
)

const Months = ({ id, months }: { id: string; months: Books['months'] }) => (
  <Table
    caption="Месяцы"
    rows={months ? monthsOf(months).toReversed() : []}
    keyOf={(month) => month}
    empty="Движений не было"
    columns={[
      { title: 'Месяц', render: monthText },
      { title: 'Скачать', titleHidden: true, render: (month) => <MonthLink id={id} month={month} /> }
    ]}
  />
)

const BooksOf = ({ id }: { id: string }) => (
  <>
    <p className="text-small">
      <a href={hrefOf('/people', id)} className="break-all underline">
        {id}
      </a>
    </p>
    <Loaded query={useCall(openBooks, { id })}>{({ months }) => <Months id={id} months={months} />}</Loaded>
  </>
)

function AskForPerson() {
  const [typed, setTyped] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') window.location.hash = hrefOf('/books', typed.trim())
  }
  return (
    <form aria-label="Чьи книги" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow sm:max-w-lg">
        <TextField
          label="Id человека"
          hint="Он есть в карточке, и остаётся у удалённых аккаунтов"
          autoComplete="off"
          maxLength={64}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit">Открыть</Button>
    </form>
  )
}

/** The lines of a person's ledger by month. */
export const Page = ({ parameter }: { parameter: string | null }) => (
  <Frame title="Книги человека" intro="Движения токенов по месяцам, за всё время: из журнала кошелька.">
    {parameter === null ? <AskForPerson /> : <BooksOf key={parameter} id={parameter} />}
  </Frame>
)
