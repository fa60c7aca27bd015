import { useState, type SubmitEvent } from 'react'
import { registerMutation } from './sign-in-calls.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { TextField } from '../../base/ui/text-field.tsx'
import { ConsentBoxes } from './consents.tsx'
import { EmailField } from './email-field.tsx'
import { FormAlert } from '../../base/form/form-alert.tsx'
import { emptyRegistration, problemsOfRegistration, refusedFields, type RegistrationField } from './registration.ts'
import { useProblems } from '../../base/form/use-problems.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'

interface RegistrationFormProps {
  email: string
  onEmailChange: (email: string) => void
  onRegistered: () => void
}

export function RegistrationForm({ email, onEmailChange, onRegistered }: RegistrationFormProps) {
  const [form, setForm] = useState(emptyRegistration)
  const { problems, clear, report, reportRefusal, form: sent } = useProblems<RegistrationField>()
  const registration = useSingleMutation({
    ...registerMutation,
    onSuccess: onRegistered,
    onError: (error) => reportRefusal(refusedFields(error))
  })
  const repeatProblem = form.password === form.repeat ? undefined : 'Пароли не совпадают'

  const edit = <Field extends keyof typeof form>(field: Field, value: (typeof form)[Field]) => {
    clear(field)
    setForm({ ...form, [field]: value })
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!report(event.currentTarget, problemsOfRegistration(email, form))) return
    const { password } = form
    registration.start({ email: email.trim(), password, consents: { offer: true, personalData: true } })
  }

  return (
    <form ref={sent} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {registration.error && !isAboutFields(registration.error) && (
        <FormAlert tone="danger">{errorText(registration.error, 'Ошибка регистрации')}</FormAlert>
      )}
      <EmailField
        value={email}
        error={problems.email}
        onChange={(typed) => {
          clear('email')
          onEmailChange(typed)
        }}
      />
      <TextField
        label="Пароль"
        type="password"
        name="new-password"
        autoComplete="new-password"
        required
        hint="От 8 символов: строчные и заглавные латинские буквы, цифра и один из знаков @$!%*?&"
        value={form.password}
        error={problems.password}
        onChange={(event) => edit('password', event.target.value)}
      />
      <TextField
        label="Повторите пароль"
        type="password"
        name="confirm-password"
        autoComplete="new-password"
        required
        value={form.repeat}
        error={form.repeat === '' ? problems.repeat : repeatProblem}
        onChange={(event) => edit('repeat', event.target.value)}
      />
      <ConsentBoxes value={form} problems={problems} onChange={edit} />
      <Button type="submit" size="large" busy={registration.isPending} disabled={repeatProblem !== undefined}>
        Создать аккаунт
      </Button>
    </form>
  )
}

const isAboutFields = (error: unknown): boolean => Object.keys(refusedFields(error)).length > 0
