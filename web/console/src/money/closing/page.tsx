import { useState } from 'react'
import type { z } from 'zod'
import { Download } from 'lucide-react'
import { closeMonth, type ClosingFigures, exportMoney, openClosing } from '#contract/operator/money/closing.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { Button, buttonClass } from '../../../../src/base/ui/button.tsx'
import { replaceQuery, useAddress } from '../../base/address.ts'
import { fileHref } from '../../base/call.ts'
import { useCall } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { serverNow } from '../../base/server-clock.ts'
import { monthText, rubles } from '../../ui/money-words.ts'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'

type Opened = z.output<typeof openClosing.output>

const monthsShown = 24
const number = new Intl.NumberFormat('ru-RU')
const moscowAheadMs = 3 * 60 * 60 * 1000
/** How long after its end the server closes a month. */
const dayMs = 24 * 60 * 60 * 1000

/** This month of Moscow and those before it. */
function recentMonths(now: number): (readonly [month: string, title: string])[] {
  const moscow = new Date(now + moscowAheadMs)
  return Array.from({ length: monthsShown }, (_, back) => {
    const month = new Date(Date.UTC(moscow.getUTCFullYear(), moscow.getUTCMonth() - back)).toISOString().slice(0, 7)
    return [month, monthText(month)] as const
  })
}

type TokenFigure = Exclude<keyof ClosingFigures, 'payments' | 'paid_kopecks' | 'refunds' | 'refunded_kopecks'>

const rows: readonly (readonly [figure: TokenFigure, title: string, sign: '' | '+' | '−'])[] = [
  ['opening', 'Было у людей на начало', ''],
  ['late', 'Пришло после закрытия', '+'],
  ['sold', 'Продано', '+'],
  ['bonus', 'Бонусы и промокоды', '+'],
  ['granted', 'Начислено поддержкой', '+'],
  ['corrected', 'Исправления баланса', '+'],
  ['taken_back', 'Забрано возвратами', '−'],
  ['spent', 'Потрачено на сервисы', '−'],
  ['owed', 'Осталось у людей на конец', '']
]

const FiguresTable = ({ figures }: { figures: ClosingFigures }) => (
  <Table
    caption="Токены за месяц"
    rows={rows}
    keyOf={([figure]) => figure}
    empty=""
    columns={[
      {
        title: 'Токены',
        render: ([figure, title]) => (figure === 'owed' ? <strong>{title}</strong> : title)
      },
      {
        title: 'Сколько',
        numeric: true,
        render: ([figure, , sign]) => `${figures[figure] > 0 ? sign : ''} ${number.format(figures[figure])}`.trim()
      }
    ]}
  />
)

const WalletFacts = ({ wallets }: { wallets: NonNullable<Opened['wallets']> }) => (
  <Facts
    facts={[
      ['Ночь копии', formatDateTime(wallets.at)],
      ['У людей по кошелькам', number.format(wallets.owed)],
      ['У людей по книгам, на то же время', number.format(wallets.books)],
      ['Расхождение', wallets.owed === wallets.books ? 'нет' : number.format(wallets.owed - wallets.books)]
    ]}
  />
)

const MoneySections = ({ opened: { figures, wallets, closed, owed_now: owedNow } }: { opened: Opened }) => (
  <>
    <Section
      title="Деньги"
      intro="Платежи, которые зачислены, и деньги, которые вернулись: из консоли и из кабинета ЮKassa."
    >
      <Facts
        facts={[
          ['Оплачено', `${rubles(figures.paid_kopecks)}, платежей: ${number.format(figures.payments)}`],
          ['Возвращено', `${rubles(figures.refunded_kopecks)}, возвратов: ${number.format(figures.refunds)}`]
        ]}
      />
    </Section>
    <Section title="Сверка с кошельками">
      {wallets ? (
        <WalletFacts wallets={wallets} />
      ) : (
        <p className="text-small text-ink-soft">
          {closed
            ? 'Когда месяц закрывали, ни одной полной ночной копии после его конца не было.'
            : 'Кошельки складываются ночью. Первой ночи ещё не было.'}
        </p>
      )}
      <Facts facts={[['У людей по книгам, сейчас', number.format(owedNow)]]} />
    </Section>
  </>
)

/** A month for the accountant. */
export function Page() {
  const { may } = useOperator()
  const [months] = useState(() => recentMonths(serverNow()))
  const asked = useAddress().query.get('month')
  const month = months.find(([one]) => one === asked)?.[0] ?? months[0]?.[0] ?? ''
  const query = useCall(openClosing, { month }, { isCounted: true })
  const [openMonth] = useState(() => recentMonths(serverNow() - dayMs)[0]?.[0] ?? '')
  const isTooSoon = month >= openMonth
  const [closing, setClosing] = useState(false)
  return (
    <Frame
      title="Закрытие месяца"
      intro="Сколько токенов продано, подарено, потрачено и возвращено. Закрытый месяц больше не пересчитывается."
      actions={
        <a href={fileHref(exportMoney, { month })} download className={buttonClass({ variant: 'secondary' })}>
          <Download size={18} aria-hidden />
          Платежи и возвраты, CSV
        </a>
      }
    >
      <ChoiceField
        label="Месяц"
        value={month}
        choices={months}
        onChange={(chosen) => replaceQuery({ month: chosen })}
        className="max-w-60"
      />
      <Loaded query={query}>
        {(opened) => (
          <>
            <p className="text-small text-ink-soft">
              {opened.closed === null
                ? `Месяц не закрыт: цифры на эту минуту.${isTooSoon ? ' Закрыть его можно через день после конца.' : ''}`
                : `Закрыт ${formatDateTime(opened.closed.at)}, ${opened.closed.by}.`}
            </p>
            <FiguresTable figures={opened.figures} />
            <MoneySections opened={opened} />
            {opened.closed === null && !isTooSoon && may('books.change') && (
              <div>
                <Button onClick={() => setClosing(true)}>Закрыть месяц</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <ChangeDialog
        open={closing}
        onClose={() => setClosing(false)}
        title="Закрыть месяц"
        description="Цифры сохранятся и больше не изменятся. Закрыть можно через день после конца месяца."
        endpoint={closeMonth}
        input={(change) => ({ month, ...change })}
        confirm="Закрыть месяц"
        done="Месяц закрыт"
      />
    </Frame>
  )
}
