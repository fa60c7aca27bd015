import { useState, type SubmitEvent } from 'react'
import { resendTo } from './sign-in-calls.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { knownAddressProblem, MailboxField, problemsOf } from '../credential-fields.tsx'
import { useProblems, refusedFields } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'

/** Asks for the confirmation mail again. */
export function ResendForm({ email: known = '' }: { email?: string }) {
  const [email, setEmail] = useState(known)
  const { problems, edits, report, reportRefusal, form } = useProblems<'email'>()
  const resend = useSingleMutation({
    mutationFn: resendTo,
    onSuccess: () => notify.success('Письмо с подтверждением отправлено повторно'),
    onError: (error) => {
      if (reportRefusal(refusedFields(error, ['email']))) notify.error(errorText(error, 'Ошибка при отправке письма'))
    }
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (report(event.currentTarget, problemsOf({ email: knownAddressProblem(email) }))) resend.start(email.trim())
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-card border border-line p-5">
      <p className="text-small text-ink-soft">
        Письмо не пришло или ссылка устарела? Укажите адрес, и мы отправим новое письмо с подтверждением.
      </p>
      <MailboxField
        label="Email для подтверждения"
        name="resend-email"
        value={email}
        error={problems.email}
        onChange={edits('email', setEmail)}
      />
      <Button type="submit" variant="secondary" busy={resend.isPending}>
        Отправить письмо повторно
      </Button>
    </form>
  )
}
