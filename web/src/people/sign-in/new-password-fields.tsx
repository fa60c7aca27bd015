import { TextField } from '../../base/ui/text-field.tsx'

interface PasswordFieldProps {
  value: string
  error: string | undefined
  onChange: (password: string) => void
}

interface NewPasswordFieldProps extends PasswordFieldProps {
  label: string
}

/** Has the `name` and `autocomplete` by which password managers offer to make up and to keep a password. */
export const NewPasswordField = ({ onChange, ...field }: NewPasswordFieldProps) => (
  <TextField
    {...field}
    type="password"
    name="new-password"
    autoComplete="new-password"
    required
    onChange={(event) => onChange(event.target.value)}
  />
)

export const RepeatedPasswordField = ({ onChange, ...field }: PasswordFieldProps) => (
  <TextField
    {...field}
    label="Повторите пароль"
    type="password"
    name="confirm-password"
    autoComplete="new-password"
    required
    onChange={(event) => onChange(event.target.value)}
  />
)
