import { TextField } from '../../../../src/base/ui/text-field.tsx'

interface NumberFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export const NumberField = ({ onChange, ...field }: NumberFieldProps) => (
  <TextField {...field} inputMode="numeric" onChange={({ target }) => onChange(target.value)} />
)
