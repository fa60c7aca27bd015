import { useState } from 'react'
import { Plus } from 'lucide-react'
import { addCode, endCode, listCodes, type PromoCode } from '#contract/operator-promo.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatCount, formatTokens } from '../../../src/base/format/tokens.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { localTime, minuteAfter, timeOf } from '../base/local-time.ts'
import { useParts } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

const monthMs = 30 * 24 * 60 * 60_000

const states = {
  coming: <Badge tone="accent">ждёт начала</Badge>,
  valid: <Badge tone="success">действует</Badge>,
  over: <Badge>закончился</Badge>
}

/** Words that bring tokens. */
export function Page() {
  const mayChange = useOperator().may('prices.change')
  const query = useParts(listCodes, (next) => (next === null ? {} : { before: Number(next) }))
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<PromoCode | null>(null)
  const codes = query.data?.pages.flatMap((part) => part.codes)
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
      <Loaded query={{ data: codes, error: query.error, refetch: query.refetch }}>
        {(shown) => (
          <Table
            caption="Промокоды"
            rows={shown}
            keyOf={({ code }) => code}
            empty="Промокодов ещё не было"
            more={query.hasNextPage ? { read: () => void query.fetchNextPage(), busy: query.isFetchingNextPage } : null}
            columns={[
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
              { title: 'Оператор', render: ({ created_by: by }) => by },
              {
                title: 'Действия',
                titleHidden: true,
                render: (code) =>
                  mayChange &&
                  code.state !== 'over' && (
                    <Button size="small" variant="secondary" onClick={() => setEnding(code)}>
                      Остановить<span className="sr-only"> {code.code}</span>
                    </Button>
                  )
              }
            ]}
          />
        )}
      </Loaded>
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

function AddCodeDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [tokens, setTokens] = useState('20')
  const [uses, setUses] = useState('100')
  const [perNetwork, setPerNetwork] = useState('5')
  const [startsAt, setStartsAt] = useState(() => minuteAfter(0))
  const [endsAt, setEndsAt] = useState(() => localTime(Date.now() + monthMs))
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={addCode}
      title="Новый промокод"
      description="Токены начисляются сразу и попадают в историю человека как бонус. Условия потом не меняются: код можно только остановить."
      confirm="Выпустить"
      done={({ code: made }) => `Промокод ${made.code} выпущен`}
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
            <TextField
              label="Токенов"
              inputMode="numeric"
              value={tokens}
              error={problems.tokens}
              onChange={({ target }) => setTokens(target.value)}
            />
            <TextField
              label="Аккаунтов всего"
              inputMode="numeric"
              value={uses}
              error={problems.uses_max}
              onChange={({ target }) => setUses(target.value)}
            />
            <TextField
              label="Из сети за сутки"
              inputMode="numeric"
              value={perNetwork}
              error={problems.network_max}
              onChange={({ target }) => setPerNetwork(target.value)}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Начало"
              type="datetime-local"
              value={startsAt}
              error={problems.starts_at}
              onChange={({ target }) => setStartsAt(target.value)}
            />
            <TextField
              label="Конец"
              type="datetime-local"
              value={endsAt}
              error={problems.ends_at}
              onChange={({ target }) => setEndsAt(target.value)}
            />
          </div>
        </>
      )}
    </ChangeDialog>
  )
}
