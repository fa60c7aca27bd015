import { suppliesMax } from '#contract/operator/shop/bounds.ts'
import type { OperatorWork, WorkAccount } from '#contract/operator/shop/works.ts'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { OrderButtons, OrderedFields, type OrderedProps } from '../../ui/order.tsx'
import { newSupply, ourVoices, type SupplyDraft } from './draft.ts'

const nameOf = ({ name, is_on: isOn, has_key: hasKey }: WorkAccount): string =>
  hasKey ? (isOn ? name : `${name} (выключен)`) : `${name} (без ключа)`

interface VoicesProps {
  draft: SupplyDraft
  onChange: (voices: SupplyDraft['voices']) => void
}

/** The supplier's voice for each of ours. */
function Voices({ draft: { voices }, onChange }: VoicesProps) {
  const count = Object.values(voices).filter((voice) => voice.trim() !== '').length
  return (
    <details className="rounded-card border border-line p-3" open={count === 0}>
      <summary className="cursor-pointer text-small font-medium">{`Голоса: задано ${count} из ${ourVoices.length}`}</summary>
      <p className="mt-2 text-caption text-ink-soft">
        Как голос называет поставщик: alloy, nova. Без имени голос у него не заказать.
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {ourVoices.map(({ value, label }) => (
          <TextField
            key={value}
            label={label}
            autoComplete="off"
            maxLength={60}
            value={voices[value] ?? ''}
            onChange={({ target }) => onChange({ ...voices, [value]: target.value })}
          />
        ))}
      </div>
    </details>
  )
}

interface SupplyProps extends OrderedProps<SupplyDraft> {
  accounts: readonly WorkAccount[]
}

function Supply({ item: draft, place, count, accounts, onChange, onMove, onRemove }: SupplyProps) {
  const set = (more: Partial<SupplyDraft>) => onChange({ ...draft, ...more })
  const label = `Поставщик ${place + 1}`
  const account = accounts.find(({ supplier }) => supplier === draft.supplier)
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">{label}</legend>
        <div className="flex items-center gap-1">
          <p aria-hidden className="mr-auto font-medium">
            {place === 0 ? `${label} · его просят первым` : label}
          </p>
          <OrderButtons {...{ label, place, count, onMove, onRemove }} />
        </div>
        <ChoiceField
          label="Аккаунт"
          value={draft.supplier}
          choices={accounts.map((one) => [one.supplier, nameOf(one)] as const)}
          onChange={(supplier) => set({ supplier })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Модель у поставщика"
            autoComplete="off"
            maxLength={100}
            value={draft.model}
            onChange={({ target }) => set({ model: target.value })}
          />
          <TextField
            label="Одна работа стоит, $"
            hint="Пусто: по прейскуранту, если он известен"
            inputMode="decimal"
            autoComplete="off"
            value={draft.cost}
            onChange={({ target }) => set({ cost: target.value })}
          />
        </div>
        {account?.needs_voices && <Voices draft={draft} onChange={(voices) => set({ voices })} />}
        {account && account.lacks.length > 0 && (
          <p className="text-caption text-ink-soft">
            {`Не передать: ${account.lacks.join(', ')}. Заказ с этим уйдёт к следующему, а без него будет отклонён до оплаты.`}
          </p>
        )}
      </fieldset>
    </li>
  )
}

interface SuppliesFieldProps {
  work: OperatorWork
  drafts: readonly SupplyDraft[]
  onChange: (drafts: SupplyDraft[]) => void
}

/** Whom to ask, in order: the next one is asked when the one before it has refused and nothing has begun. */
export function SuppliesField({ work: { accounts, model }, drafts, onChange }: SuppliesFieldProps) {
  const free = accounts.find(({ supplier }) => drafts.every((draft) => draft.supplier !== supplier)) ?? accounts[0]
  return (
    <div className="flex flex-col gap-3">
      <OrderedFields
        items={drafts}
        max={suppliesMax}
        addText="Добавить поставщика"
        onNew={free ? () => newSupply(free.supplier, model) : null}
        onChange={onChange}
      >
        {(props) => <Supply key={props.item.key} {...props} accounts={accounts} />}
      </OrderedFields>
    </div>
  )
}
