import { TextField } from '../../base/ui/text-field.tsx'

interface EmailFieldProps {
  value: string
  error: string | undefined
  onChange: (email: string) => void
}

/** Has the `name` and `autocomplete` by which password managers find the account name. */
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
