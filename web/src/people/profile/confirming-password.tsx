import { TextField } from '../../base/ui/text-field.tsx'

interface ConfirmingPasswordProps {
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

/** Asked for again before something that cannot be taken back. */
export const ConfirmingPassword = ({ value, error, onChange }: ConfirmingPasswordProps) => (
  <TextField
    label="Пароль для подтверждения"
    type="password"
    name="currentPassword"
    autoComplete="current-password"
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
