import { Select, type SelectOption } from '../../base/ui/select.tsx'
import type { DrawnChoice } from './choice-field.tsx'
import { PriceNote } from './price-note.tsx'

export const ChoiceMenu = ({ label, value, options, onChange }: DrawnChoice) => (
  <div className="flex flex-col gap-1.5">
    {/* The button of the menu says it as well. */}
    <span aria-hidden className="text-small font-medium">
      {label}
    </span>
    <Select
      label={label}
      value={value}
      onChange={onChange}
      className="h-12! w-full"
      options={options.map((option): SelectOption => ({
        value: option.value,
        label: option.label,
        note: option.priceTokens === null ? undefined : <PriceNote option={option} />
      }))}
    />
  </div>
)
