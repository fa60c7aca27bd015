import { useState, type SubmitEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '../../base/http/error-text.ts'
import { loaded } from '../../base/http/late-parts.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { knownAddressProblem, MailboxField, problemsOf } from '../credential-fields.tsx'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'

interface ResetRequestFormProps {
  /** The address that the user has typed into the sign-in form. */
  email?: string
  onCancel?: () => void
}

/** Requests a link that sets a new password. The text after it does not tell whether the address has an account. */
export function ResetRequestForm({ email: known = '', onCancel }: ResetRequestFormProps) {
  const [email, setEmail] = useState(known)
  const [sent, setSent] = useState(false)
  const { problems, edits, report, reportRefusal, form } = useProblems<'email'>()
  const request = useSingleMutation({
    mutationFn: async (address: string) => {
      const { requestPasswordReset } = await loaded(import('#contract/sign-in.ts'))
      return call(requestPasswordReset, { email: address })
    },
    onSuccess: () => {
      setSent(true)
      notify.success('Проверьте email! Мы отправили ссылку для сброса пароля.')
    },
    onError: (error) => {
      if (reportRefusal(refusedFields(error, ['email']))) notify.error(errorText(error, 'Ошибка сброса пароля'))
    }
  })

  /** The pressed button disappears, so the focus moves to what it gives back. */
  const again = () => {
    flushSync(() => setSent(false))
    form.current?.querySelector('input')?.focus()
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (report(event.currentTarget, problemsOf({ email: knownAddressProblem(email) }))) request.start(email.trim())
  }

  if (sent)
    return (
      <div className="flex flex-col gap-3">
        <FormAlert tone="success" takesFocus>
          Ссылка для сброса пароля отправлена на ваш email. Проверьте папку &quot;Входящие&quot; и &quot;Спам&quot;.
        </FormAlert>
        <Button variant="ghost" onClick={again}>
          Указать другой адрес
        </Button>
      </div>
    )
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-card border border-line p-5">
      <p className="text-small text-ink-soft">
        Укажите email аккаунта, и мы отправим ссылку, чтобы задать новый пароль.
      </p>
      <MailboxField
        label="Email для сброса пароля"
        name="reset-email"
        value={email}
        error={problems.email}
        onChange={edits('email', setEmail)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={request.isPending} disabled={email.trim() === ''}>
          Отправить ссылку
        </Button>
        {onCancel && (
          <Button type="button" variant="ghost" onClick={onCancel}>
            Отмена
          </Button>
        )}
      </div>
    </form>
  )
}

/** A button that opens the form for a forgotten password, filled with the address typed so far. */
export function ForgotPassword({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  /** The focused element disappears, so the focus moves to the new content. */
  const turn = (next: boolean) => {
    flushSync(() => setOpen(next))
    place.current?.querySelector<HTMLElement>(next ? 'input' : 'button')?.focus()
  }
  return (
    <div ref={place} className="flex flex-col group-has-[[data-second-step]]/way-in:hidden">
      {open ? (
        <ResetRequestForm email={email} onCancel={() => turn(false)} />
      ) : (
        <button
          type="button"
          className="min-h-11 self-center rounded-small px-1 text-small text-ink-soft underline underline-offset-4 hover:text-ink"
          onClick={() => turn(true)}
        >
          Забыли пароль?
        </button>
      )}
    </div>
  )
}
