import { useState } from 'react'
import { addCode } from '#contract/operator/prices/codes.ts'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { localTime, timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { PeriodFields } from '../../ui/period-fields.tsx'
import { doneText } from '../../ui/value-words.ts'
import { NumberField } from './number-field.tsx'

const monthMs = 30 * 24 * 60 * 60_000

/** Makes a promo code. */
export function AddCodeDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [tokens, setTokens] = useState('20')
  const [uses, setUses] = useState('50')
  const [perNetwork, setPerNetwork] = useState('5')
  const [startsAt, setStartsAt] = useState(() => localTime(Date.now()))
  const [endsAt, setEndsAt] = useState(() => localTime(Date.now() + monthMs))
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
