import { useState } from 'react'
import { Plus } from 'lucide-react'
import { endCode, listCodes, type PromoCode, addCode } from '#contract/operator/prices/codes.ts'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { formatCount, formatTokens } from '../../../../src/base/format/tokens.ts'
import { Badge } from '../../../../src/base/ui/badge.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
import { serverNow } from '../../base/server-clock.ts'
import { useParts } from '../../base/use-call.ts'
import { useOperator } from '../../base/use-operator.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { type Column, PartsTable, RowButton } from '../../ui/table.tsx'
import { Campaigns } from './campaigns.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { localTime, timeOf } from '../../base/local-time.ts'
import { PeriodFields } from '../../ui/period-fields.tsx'
import { doneText } from '../../ui/value-words.ts'
import { NumberField } from './number-field.tsx'

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

const monthMs = 30 * 24 * 60 * 60_000

/** Makes a promo code. */
function AddCodeDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [tokens, setTokens] = useState('20')
  const [uses, setUses] = useState('50')
  const [perNetwork, setPerNetwork] = useState('5')
  const [startsAt, setStartsAt] = useState(() => localTime(serverNow()))
  const [endsAt, setEndsAt] = useState(() => localTime(serverNow() + monthMs))
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={addCode}
      title="Новый промокод"
      description="Токены начисляются сразу и попадают в историю человека как бонус. Условия потом не меняются: код можно только остановить. Токены, умноженные на аккаунты, входят в ваш дневной предел; сверх него нужен второй оператор."
      confirm="Выпустить"
      done={({ change }) => doneText(change, `Промокод ${change.subject} выпущен`)}
      input={(change) => ({
        code,
        tokens: Number(tokens),
        uses_max: Number(uses),
        network_max: Number(perNetwork),
        starts_at: timeOf(startsAt),
        ends_at: timeOf(endsAt),
        ...change
      })}
    >
      {(problems) => (
        <>
          <TextField
            label="Код"
            hint="От 4 до 24 букв и цифр; регистр, пробелы и дефисы не важны"
            autoComplete="off"
            value={code}
            error={problems.code}
            onChange={({ target }) => setCode(target.value)}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <NumberField label="Токенов" value={tokens} error={problems.tokens} onChange={setTokens} />
            <NumberField label="Аккаунтов всего" value={uses} error={problems.uses_max} onChange={setUses} />
            <NumberField
              label="Из сети за сутки"
              value={perNetwork}
              error={problems.network_max}
              onChange={setPerNetwork}
            />
          </div>
          <PeriodFields {...{ startsAt, endsAt, problems, onStart: setStartsAt, onEnd: setEndsAt }} />
        </>
      )}
    </ChangeDialog>
  )
}
