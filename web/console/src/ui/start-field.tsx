import { TextField } from '../../../src/base/ui/text-field.tsx'

interface StartFieldProps {
  /** As the field has it: local time without a zone. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** When a change begins that everybody is told of before. */
export const StartField = ({ value, error, onChange }: StartFieldProps) => (
  <TextField
    label="Начало"
    hint="По вашему времени, не раньше чем через две минуты"
    type="datetime-local"
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
)
