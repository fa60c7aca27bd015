import { useState } from 'react'
import {
  cancelWorkChange,
  listWorks,
  type OperatorWork,
  type OperatorWorkChange,
  readWorkHistory
} from '#contract/operator/shop/works.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { useCall, useParts, useRefreshAtStart } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeState } from '../../ui/change-state.tsx'
import { CancelDialog } from '../../ui/cancel-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton, Table } from '../../ui/table.tsx'
import { NameDialog, ResetDialog } from './work-dialogs.tsx'

type Names = ReadonlyMap<string, string>

/** In the order in which they are asked. */
const SupplyList = ({ definition, names }: { definition: OperatorWork['definition']; names: Names }) =>
  definition === null ? (
    <span className="text-ink-soft">сам разработчик</span>
  ) : (
    <ol className="flex min-w-44 flex-col gap-0.5">
      {definition.supplies.map(({ supplier, model }, index) => (
        <li key={`${supplier} ${model}`}>
          <span className="text-ink-faint">{`${index + 1}. `}</span>
          <span>{`${names.get(supplier) ?? supplier} · ${model}`}</span>
        </li>
      ))}
    </ol>
  )

const titleColumn = {
  title: 'Работа',
  render: ({ title, work }: { title: string; work: string }) => (
    <>
      <span>{title}</span>
      <span className="block text-caption font-normal text-ink-faint">{work}</span>
    </>
  )
}

const workColumns = (names: Names): readonly Column<OperatorWork>[] => [
  titleColumn,
  { title: 'Кто делает', render: ({ definition }) => <SupplyList {...{ definition, names }} /> },
  {
    title: 'Состояние',
    render: ({ is_connected: isConnected }) =>
      isConnected ? <Badge tone="success">подключена</Badge> : <Badge>не подключена</Badge>
  }
]

const changeColumns = (names: Names): readonly Column<OperatorWorkChange>[] => [
  titleColumn,
  {
    title: 'Что',
    render: ({ definition, state }) => (
      <span className="flex min-w-36 flex-wrap items-center gap-2">
        <SupplyList {...{ definition, names }} /> <ChangeState state={state} />
      </span>
    )
  },
  { title: 'Начало', render: ({ starts_at: at }) => <span className="whitespace-nowrap">{formatDateTime(at)}</span> },
  { title: 'Оператор', render: ({ created_by: by }) => by },
  { title: 'Причина', render: ({ reason }) => <span className="block min-w-40 break-words">{reason}</span> }
]

function History({ names }: { names: Names }) {
  const query = useParts(readWorkHistory, (next) => (next === null ? {} : { before: Number(next) }))
  return (
    <PartsTable
      caption="История"
      query={query}
      rowsOf={({ changes }) => changes}
      keyOf={({ id }) => id}
      empty="Изменений не было"
      columns={changeColumns(names)}
    />
  )
}

type Asked = { what: 'name' | 'reset'; work: string } | { what: 'cancel'; change: OperatorWorkChange }

interface WorksProps {
  works: readonly OperatorWork[]
  names: Names
  /** Undefined: the role may only look. */
  onAsk: ((asked: Asked) => void) | undefined
}

const Works = ({ works, names, onAsk }: WorksProps) => (
  <Table
    caption="Работы инструментов"
    rows={works}
    keyOf={({ work }) => work}
    empty="Инструментов нет"
    columns={[
      ...workColumns(names),
      {
        title: 'Действия',
        titleHidden: true,
        render: (work) =>
          onAsk && (
            <span className="flex flex-wrap justify-end gap-2">
              {work.accounts.length > 0 && (
                <RowButton label={`Назначить: ${work.title}`} onClick={() => onAsk({ what: 'name', work: work.work })}>
                  Назначить
                </RowButton>
              )}
              {work.definition && (
                <RowButton
                  label={`К каталогу: ${work.title}`}
                  onClick={() => onAsk({ what: 'reset', work: work.work })}
                >
                  К каталогу
                </RowButton>
              )}
            </span>
          )
      }
    ]}
  />
)

/** Who makes pictures, speech and films. */
export function Page() {
  const mayChange = useOperator().may('shop.change')
  const query = useCall(listWorks, {})
  useRefreshAtStart(query.data?.coming.map(({ starts_at: at }) => at) ?? [])
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Frame
      title="Инструменты"
      intro="Кто делает картинки, речь и видео. Обычно сам разработчик по ключу из настроек; вместо него или после него можно назвать свои аккаунты и посредников. Изменение действует через две минуты после сохранения."
    >
      <Loaded query={query}>
        {({ works, coming }) => {
          const comingOf = (key: string) => coming.filter(({ work }) => work === key)
          const work = asked && asked.what !== 'cancel' ? works.find((one) => one.work === asked.work) : undefined
          const names: Names = new Map(works.flatMap(({ accounts }) => accounts.map((one) => [one.supplier, one.name])))
          return (
            <>
              <Section title="Скоро">
                <Table
                  caption="Скоро начнётся"
                  rows={coming}
                  keyOf={({ id }) => id}
                  empty="Ничего не назначено"
                  columns={[
                    ...changeColumns(names),
                    {
                      title: 'Действия',
                      titleHidden: true,
                      render: (change) =>
                        mayChange && (
                          <RowButton
                            label={`Отменить изменение: ${change.title}`}
                            onClick={() => setAsked({ what: 'cancel', change })}
                          >
                            Отменить
                          </RowButton>
                        )
                    }
                  ]}
                />
              </Section>
              <Section title="Сейчас">
                <Works {...{ works, names }} onAsk={mayChange ? setAsked : undefined} />
              </Section>
              <Section title="История">
                <History names={names} />
              </Section>
              {work && asked?.what === 'name' && (
                <NameDialog work={work} coming={comingOf(work.work)} onClose={close} />
              )}
              {work && asked?.what === 'reset' && (
                <ResetDialog work={work} coming={comingOf(work.work)} onClose={close} />
              )}
              {asked?.what === 'cancel' && (
                <CancelDialog
                  endpoint={cancelWorkChange}
                  name={asked.change.title}
                  change={asked.change}
                  coming={comingOf(asked.change.work)}
                  onClose={close}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Frame>
  )
}
