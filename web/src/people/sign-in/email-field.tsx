import { TextField } from '../../base/ui/text-field.tsx'

interface EmailFieldProps {
  value: string
  error: string | undefined
  onChange: (email: string) => void
}

/** Named and completed as password managers expect the name of an account. */
export const EmailField = ({ value, error, onChange }: EmailFieldProps) => (
  <TextField
    label="Email"
    type="email"
    name="email"
    autoComplete="username"
    inputMode="email"
    required
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
