import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ChoiceParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { layoutOf, pricedOptions, type PricedOption } from './options.ts'
import { RadioButtons } from './radio-buttons.tsx'

interface ChoiceFieldProps {
  entry: StudioEntry
  parameter: ChoiceParameter
  values: ParameterValues
  onChange: (value: string) => void
  /** Whether the reader's plan ends at the cheapest settings. */
  limited: boolean
}

export interface DrawnChoice {
  label: string
  name: string
  value: string
  options: readonly PricedOption[]
  onChange: (value: string) => void
}

/** One of several: buttons beside each other where they fit, else a menu. */
export function ChoiceField({ entry, parameter, values, onChange, limited }: ChoiceFieldProps) {
  const options = pricedOptions(entry, parameter, values).map((option) => ({
    ...option,
    locked: option.locked && limited
  }))
  const { label, name } = parameter
  const choice = { label, name, value: String(values[name]), options, onChange }
  const layout = layoutOf(parameter)
  return layout === 'menu' ? <ChoiceMenu {...choice} /> : <RadioButtons {...choice} layout={layout} />
}
