import { useState, type SubmitEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { resendVerificationMutation } from '../api/account.ts'
import { errorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notify.ts'
import { TextField } from '../ui/text-field.tsx'
import { addressProblem } from './credential-rules.ts'

/** Asks for the confirmation mail again. */
export function ResendForm({ email: known = '' }: { email?: string }) {
  const [email, setEmail] = useState(known)
  const [problem, setProblem] = useState<string | null>(null)
  const resend = useMutation({
    ...resendVerificationMutation,
    onSuccess: () => notify.success('Письмо с подтверждением отправлено повторно'),
    onError: (error) => notify.error(errorText(error, 'Ошибка отправки письма'))
  })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = addressProblem(email)
    setProblem(found)
    if (!found) resend.mutate({ email: email.trim() })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-card border border-line p-5">
      <p className="text-small text-ink-soft">
        Письмо не пришло или ссылка устарела? Укажите адрес, и мы отправим новое письмо с подтверждением.
      </p>
      <TextField
        label="Email для подтверждения"
        type="email"
        name="resend-email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={problem}
        onChange={(event) => {
          setProblem(null)
          setEmail(event.target.value)
        }}
      />
      <Button type="submit" variant="secondary" busy={resend.isPending}>
        Отправить письмо повторно
      </Button>
    </form>
  )
}
