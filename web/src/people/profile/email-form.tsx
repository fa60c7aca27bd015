import { useState, type SubmitEvent } from 'react'
import { errorText } from '../../base/http/error-text.ts'
import { Change, ChangeButtons } from './change.tsx'
import { changeEmailMutation } from './profile-calls.ts'
import { AccountName } from '../password-hints.tsx'
import { addressProblem, existingPasswordProblem, problemsOf } from '../credential-rules.ts'
import { FormAlert } from '../../base/form/form-alert.tsx'
import { useProblems, refusedFields } from '../../base/form/use-problems.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { notify } from '../../base/ui/notify.ts'
import { ConfirmingPassword } from './confirming-password.tsx'
import { MailboxField } from '../sign-in/email-field.tsx'

const action = 'Сменить email'

/** Requests another address. It changes after the user has confirmed it from both mailboxes. */
export function EmailForm({ email }: { email: string }) {
  const [newEmail, setNewEmail] = useState('')
  const [password, setPassword] = useState('')
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const { problems, setProblems, clear, report, reportRefusal, form } = useProblems<'newEmail' | 'currentPassword'>()
  const close = () => {
    setNewEmail('')
    setPassword('')
    setProblems({})
    setOpen(false)
  }
  const change = useSingleMutation({
    ...changeEmailMutation,
    onSuccess: () => {
      setAsked(newEmail.trim())
      close()
    },
    onError: (error) => {
      if (reportRefusal(refusedFields(error, ['newEmail', 'currentPassword'])))
        notify.error(errorText(error, 'Ошибка обновления профиля'))
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(null)
    const found = problemsOf({ newEmail: addressProblem(newEmail), currentPassword: existingPasswordProblem(password) })
    if (report(event.currentTarget, found)) change.start({ newEmail: newEmail.trim(), currentPassword: password })
  }
  return (
    <div className="flex max-w-md flex-col items-start gap-4">
      <p>
        Сейчас: <strong className="font-medium break-all">{email}</strong>
      </p>
      {asked && (
        <FormAlert tone="success">{`Мы отправили письма на оба адреса. Email сменится на ${asked}, когда вы подтвердите смену по ссылкам из обоих.`}</FormAlert>
      )}
      <Change label={action} open={open} onOpenChange={setOpen}>
        <form ref={form} noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
          <AccountName email={email} />
          <div className="flex w-full flex-col gap-4">
            <MailboxField
              label="Новый email"
              name="newEmail"
              value={newEmail}
              error={problems.newEmail}
              onChange={(typed) => {
                clear('newEmail')
                setNewEmail(typed)
              }}
            />
            <ConfirmingPassword
              value={password}
              error={problems.currentPassword}
              onChange={(typed) => {
                clear('currentPassword')
                setPassword(typed)
              }}
            />
          </div>
          <ChangeButtons label={action} busy={change.isPending} onCancel={close} />
        </form>
      </Change>
    </div>
  )
}
