import { useState } from 'react'
import {
  type OperatorPriceChange,
  type PricedItem,
  setPrice,
  setUpstreamModel
} from '#contract/operator/prices/prices.ts'
import { placeAt, readPlaceAt } from '#contract/operator/access/planned.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { minuteAfter, timeOf } from '../base/local-time.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { PlannedStart, startsText } from '../ui/planned-start.tsx'
import { Preview } from './preview.tsx'

/** A little more than the server asks for, so that there is time to type the reason. */
const firstAheadMs = 10 * 60_000

interface ItemDialogProps {
  item: PricedItem
  /** What is planned of the price or the model, the soonest first. */
  coming: readonly OperatorPriceChange[]
  onClose: () => void
  rublesPerDollar: number
}

/** From when, what else is planned, and what a change is made of. */
function useStart(
  { item, coming }: Pick<ItemDialogProps, 'item' | 'coming'>,
  inForce: PricedItem['price_in_force'],
  textOf: (change: OperatorPriceChange) => string
) {
  const [startsAt, setStartsAt] = useState(() => minuteAfter(firstAheadMs))
  const at = timeOf(startsAt)
  return {
    /** Undefined: it is made of what is in force now. */
    base: placeAt(coming, at).base ?? undefined,
    sent: {
      service: item.service,
      item: item.item,
      starts_at: at,
      ...readPlaceAt(coming, at, inForce)
    },
    start: { coming, textOf, value: startsAt, onChange: setStartsAt }
  }
}

export function PriceDialog({ item, coming, onClose, rublesPerDollar }: ItemDialogProps) {
  const [kind, setKind] = useState<'own' | 'catalogue'>('own')
  const tokensOf = (change: OperatorPriceChange) => change.tokens ?? item.catalogue_tokens
  const { base, sent, start } = useStart({ item, coming }, item.price_in_force, (change) =>
    formatTokens(tokensOf(change))
  )
  const [typed, setTyped] = useState<string | null>(null)
  const tokens = typed ?? String(base ? tokensOf(base) : item.tokens)
  // Zero is refused with the text of the field; NaN would be sent as null, which is the price of the catalogue.
  const own = /^\d{1,9}$/.test(tokens.trim()) ? Number(tokens) : 0
  const wanted = kind === 'own' ? own : item.catalogue_tokens
  const isPrice = wanted >= 1 && wanted <= 10_000
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={setPrice}
      title={`Цена: ${item.title}`}
      description="С назначенной минуты новая цена показывается и списывается у всех. Что начато раньше, оплачивается по старой."
      confirm="Назначить цену"
      done={startsText}
      input={(change) => ({
        ...sent,
        tokens: kind === 'own' ? own : null,
        ...change
      })}
    >
      {(problems) => (
        <>
          <ChoiceField
            label="Цена"
            value={kind}
            choices={[
              ['own', 'Своя'],
              ['catalogue', `Из каталога: ${formatTokens(item.catalogue_tokens)}`]
            ]}
            onChange={setKind}
          />
          {kind === 'own' && (
            <TextField
              label="Токенов за запрос"
              inputMode="numeric"
              autoComplete="off"
              value={tokens}
              error={problems.tokens}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          <PlannedStart {...start} error={problems.starts_at} />
          {isPrice && (
            <Preview
              item={item}
              instead={base && { tokens: tokensOf(base) }}
              tokens={wanted}
              rublesPerDollar={rublesPerDollar}
            />
          )}
        </>
      )}
    </ChangeDialog>
  )
}

/** Stands for the model of the setting or the catalogue, because an option needs a value. */
const ownModel = 'own'

export function ModelDialog({
  item,
  coming,
  models,
  onClose,
  rublesPerDollar
}: ItemDialogProps & { models: readonly string[] }) {
  const { base, sent, start } = useStart(
    { item, coming },
    item.upstream_in_force,
    ({ upstream_model: planned }) => planned ?? `модель каталога, ${item.catalogue_upstream_model ?? ''}`
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const model = chosen ?? (base ? base.upstream_model : item.upstream_model) ?? ownModel
  const named = model === ownModel ? item.catalogue_upstream_model : model
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={setUpstreamModel}
      title={`Модель: ${item.title}`}
      description="С назначенной минуты на запросы отвечает другая модель поставщика. Название и цена для людей остаются."
      confirm="Назначить модель"
      done={startsText}
      input={(change) => ({
        ...sent,
        upstream_model: model === ownModel ? null : model,
        ...change
      })}
    >
      {(problems) => (
        <>
          <ChoiceField
            label="Модель поставщика"
            value={model}
            choices={[
              [ownModel, `Из каталога: ${item.catalogue_upstream_model ?? ''}`],
              ...models.map((one) => [one, one] as const)
            ]}
            onChange={setChosen}
          />
          <PlannedStart {...start} error={problems.starts_at} />
          {named !== null && (
            <Preview
              item={item}
              instead={base && { upstreamModel: base.upstream_model ?? item.catalogue_upstream_model ?? undefined }}
              upstreamModel={named}
              rublesPerDollar={rublesPerDollar}
            />
          )}
        </>
      )}
    </ChangeDialog>
  )
}
