// Who makes a work while it is edited: the price as it is typed, in dollars, and the supplier's voices by ours.
import { voices } from '#contract/catalogue/voices.ts'
import type { SupplyDefinition, WorkDefinition } from '#contract/operator/shop/work-definition.ts'
import type { OperatorWork } from '#contract/operator/shop/works.ts'
import { dollarsOf, microsOf } from '../dollars.ts'

export interface SupplyDraft {
  /** Of the row, while it is edited. */
  key: number
  supplier: string
  model: string
  /** Dollars; empty: not known. */
  cost: string
  /** Empty where ours has none. */
  voices: Readonly<Record<string, string>>
}

export const ourVoices = voices

let keys = 0

export const newSupply = (supplier: string, model: string): SupplyDraft => ({
  key: ++keys,
  supplier,
  model,
  cost: '',
  voices: {}
})

const draftOf = ({ supplier, model, voices: named, costMicros }: SupplyDefinition): SupplyDraft => ({
  ...newSupply(supplier, model),
  cost: dollarsOf(costMicros),
  voices: named ?? {}
})

/** @param definition null: nothing was set, and the maker makes it */
export function draftsOf(
  definition: WorkDefinition | null,
  { accounts, model }: Pick<OperatorWork, 'accounts' | 'model'>
): SupplyDraft[] {
  if (definition) return definition.supplies.map(draftOf)
  const [maker] = accounts
  return maker ? [newSupply(maker.supplier, model)] : []
}

/** What is sent. What is typed wrong is refused by the contract. */
export const definitionOf = (drafts: readonly SupplyDraft[], { accounts }: OperatorWork): WorkDefinition => ({
  supplies: drafts.map(({ supplier, model, cost, voices: typed }) => {
    const named = Object.entries(typed).filter(([, voice]) => voice.trim() !== '')
    const needsVoices = accounts.some((one) => one.supplier === supplier && one.needs_voices)
    return {
      supplier,
      model,
      ...(cost.trim() !== '' && { costMicros: microsOf(cost) }),
      ...(needsVoices && { voices: Object.fromEntries(named) })
    }
  })
})
