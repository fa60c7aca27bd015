import { useState } from 'react'
import { Plus } from 'lucide-react'
import { endCode, listCodes, type PromoCode } from '#contract/operator/prices/codes.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatCount, formatTokens } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { AddCodeDialog } from './add-code-dialog.tsx'
import { Campaigns } from './campaigns.tsx'

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  valid: <Badge tone="success">действует</Badge>,
  over: <Badge>закончился</Badge>
}

const columns: readonly Column<PromoCode>[] = [
  {
    title: 'Код',
    render: ({ code, state }) => (
      <span className="flex flex-wrap items-center gap-2">
        <code>{code}</code> {states[state]}
      </span>
    )
  },
  { title: 'Даёт', numeric: true, render: ({ tokens }) => formatTokens(tokens) },
  {
    title: 'Использован',
    numeric: true,
    render: ({ uses, uses_max: max }) => `${formatCount(uses)} из ${formatCount(max)}`
  },
  { title: 'Начало', render: ({ starts_at: at }) => formatDateTime(at) },
  { title: 'Конец', render: ({ ends_at: at }) => formatDateTime(at) },
  { title: 'Оператор', render: ({ created_by: by }) => by }
]

/** Words that bring tokens, and campaigns in which users invite others. */
export function Page() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(listCodes, (next) => (next === null ? {} : { before: Number(next) }))
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<PromoCode | null>(null)
  return (
    <Frame
      title="Промокоды"
      intro="Человек вводит код на странице покупки токенов. Код работает один раз для аккаунта и для адреса почты, сколько бы аккаунтов на него ни заводили."
      actions={
        mayChange && (
          <Button icon={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            Новый промокод
          </Button>
        )
      }
    >
      <PartsTable
        caption="Промокоды"
        query={query}
        rowsOf={({ codes }) => codes}
        keyOf={({ code }) => code}
        empty="Промокодов ещё не было"
        columns={[
          ...columns,
          {
            title: 'Действия',
            titleHidden: true,
            render: (code) =>
              mayChange &&
              code.state !== 'over' && (
                <RowButton label={`Остановить ${code.code}`} onClick={() => setEnding(code)}>
                  Остановить
                </RowButton>
              )
          }
        ]}
      />
      <Campaigns />
      {adding && <AddCodeDialog onClose={() => setAdding(false)} />}
      {ending && (
        <ChangeDialog
          open
          onClose={() => setEnding(null)}
          endpoint={endCode}
          title={`Остановить промокод ${ending.code}`}
          description="Больше никто не сможет его использовать. Начисленные токены останутся. Снова включить его нельзя."
          confirm="Остановить"
          danger
          done="Промокод остановлен"
          input={(change) => ({ code: ending.code, ...change })}
        />
      )}
    </Frame>
  )
}
