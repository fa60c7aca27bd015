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

interface MailboxFieldProps extends EmailFieldProps {
  label: string
  name: string
}

/** Where a mail is to go; not the name that a password manager fills in. */
export const MailboxField = ({ label, name, value, error, onChange }: MailboxFieldProps) => (
  <TextField
    label={label}
    type="email"
    name={name}
    autoComplete="email"
    inputMode="email"
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
)
