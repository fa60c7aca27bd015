import { useState, type SubmitEvent } from 'react'
import { Download } from 'lucide-react'
import type { z } from 'zod'
import { openBooks, readBooks, restoreBooks } from '#contract/operator/money/books.ts'
import { formatBytes } from '../../../../src/base/format/bytes.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { Button, buttonClass } from '../../../../src/base/ui/button.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { hrefOf } from '../../base/address.ts'
import { fileHref } from '../../base/call.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'

type Books = z.output<typeof openBooks.output>

const kindNames = { ledger: 'движения токенов', usage: 'расходы по сервисам' } as const

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
    aria-label={`Скачать движения токенов за ${month}, CSV`}
    className={buttonClass({ variant: 'secondary', size: 'small' })}
  >
    <Download size={16} aria-hidden />
    CSV
  </a>
)

interface FilesProps {
  id: string
  files: Books['files']
  /** Null: the role may not mend them. */
  onRestore: ((month: string) => void) | null
}

const Files = ({ id, files, onRestore }: FilesProps) => (
  <Table
    caption="Файлы старых книг"
    rows={files}
    keyOf={({ key }) => key}
    empty="Файлов нет: строкам ещё нет года"
    columns={[
      { title: 'Месяц', render: ({ month, part }) => (part === 1 ? month : `${month}, часть ${part}`) },
      { title: 'Что', render: ({ kind }) => kindNames[kind] },
      { title: 'Строк', numeric: true, render: ({ rows }) => formatCount(rows) },
      { title: 'Размер', numeric: true, render: ({ bytes }) => formatBytes(bytes) },
      { title: 'Сложены', render: ({ archived_at: at }) => formatDateTime(at) },
      {
        title: 'Действия',
        titleHidden: true,
        render: ({ month, kind, part }) =>
          kind === 'ledger' &&
          part === 1 && (
            <span className="flex flex-wrap gap-2">
              <MonthLink id={id} month={month} />
              {onRestore && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Восстановить книги за ${month}`}
                  onClick={() => onRestore(month)}
                >
                  Восстановить
                </Button>
              )}
            </span>
          )
      }
    ]}
  />
)

const LiveMonths = ({ id, live }: { id: string; live: Books['live'] }) => (
  <Table
    caption="Месяцы в базе"
    rows={live ? monthsOf(live).toReversed() : []}
    keyOf={(month) => month}
    empty="В базе строк нет"
    columns={[
      { title: 'Месяц', render: (month) => month },
      { title: 'Скачать', titleHidden: true, render: (month) => <MonthLink id={id} month={month} /> }
    ]}
  />
)

function BooksOf({ id }: { id: string }) {
  const mayRestore = useOperator().may('books.change')
  const [restoring, setRestoring] = useState<string | null>(null)
  return (
    <>
      <p className="text-small">
        <a href={hrefOf('/people', id)} className="break-all underline">
          {id}
        </a>
      </p>
      <Loaded query={useCall(openBooks, { id })}>
        {({ files, live }) => (
          <>
            <Section
              title="Файлы"
              intro="Строки старше года лежат в хранилище, каждый файл со своей контрольной суммой."
            >
              <Files id={id} files={files} onRestore={mayRestore ? setRestoring : null} />
            </Section>
            <Section title="В базе">
              <LiveMonths id={id} live={live} />
            </Section>
          </>
        )}
      </Loaded>
      <ChangeDialog
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        title={`Восстановить книги за ${restoring ?? ''}`}
        description="Повреждённые файлы этого месяца будут записаны заново из журнала кошелька. Целые не изменятся."
        endpoint={restoreBooks}
        input={(change) => ({ id, month: restoring ?? '', ...change })}
        confirm="Восстановить"
        done={({ files }) => (files === 0 ? 'Повреждённых файлов не было' : `Записано файлов: ${files}`)}
      />
    </>
  )
}

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

/** The lines of a person's ledger by month, wherever they are. */
export const Page = ({ parameter }: { parameter: string | null }) => (
  <Frame
    title="Книги человека"
    intro="Движения токенов по месяцам: из базы и из файлов, куда уходят строки старше года."
  >
    {parameter === null ? <AskForPerson /> : <BooksOf key={parameter} id={parameter} />}
  </Frame>
)
