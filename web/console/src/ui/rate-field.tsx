import { TextField } from '../../../src/base/ui/text-field.tsx'

interface RateFieldProps {
  value: string
  onChange: (value: string) => void
}

/** The rate by which dollars that suppliers ask for are shown in roubles. */
export const RateField = ({ value, onChange }: RateFieldProps) => (
  <div className="max-w-48">
    <TextField
      label="Рублей за доллар"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)
