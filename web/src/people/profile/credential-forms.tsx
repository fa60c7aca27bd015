import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { changeEmail, changePassword } from '#contract/profile.ts'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'
import {
  AccountName,
  addressProblem,
  ConfirmingPassword,
  existingPasswordProblem,
  MailboxField,
  newPasswordProblem,
  PasswordRules,
  problemsOf,
  repeatProblem
} from '../credential-fields.tsx'
import { sessionsQuery } from './profile-calls.ts'
import { hasPasswordIn, waysInQuery } from '../ways-in/ways-in-calls.ts'

interface ChangeProps {
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The form. */
  children: ReactNode
}

/** A form behind a button, because it is rarely wanted. The focus goes to its first field, and back to the button. */
function Change({ label, open, onOpenChange, children }: ChangeProps) {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current === open) return
    wasOpen.current = open
    place.current?.querySelector<HTMLElement>(open ? 'input:not([hidden])' : 'button')?.focus()
  }, [open])
  return (
    <div ref={place} className="w-full">
      {open ? (
        children
      ) : (
        <Button variant="secondary" onClick={() => onOpenChange(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}

interface ChangeButtonsProps {
  label: string
  busy: boolean
  onCancel: () => void
}

const ChangeButtons = ({ label, busy, onCancel }: ChangeButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" variant="secondary" busy={busy}>
      {label}
    </Button>
    <Button variant="ghost" onClick={onCancel}>
      Отмена
    </Button>
  </div>
)

const emailAction = 'Сменить email'

/** Requests another address. It changes after the user has confirmed it from both mailboxes. */
export function EmailForm({ email }: { email: string }) {
  const [newEmail, setNewEmail] = useState('')
  const [password, setPassword] = useState('')
  const hasPassword = hasPasswordIn(useQuery(waysInQuery).data)
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const { problems, setProblems, edits, report, reportRefusal, form } = useProblems<'newEmail' | 'currentPassword'>()
  const close = () => {
    setNewEmail('')
    setPassword('')
    setProblems({})
    setOpen(false)
  }
  const change = useSingleMutation({
    mutationFn: (input: z.input<typeof changeEmail.input>) => callFresh(changeEmail, input),
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
    const found = problemsOf({
      newEmail: addressProblem(newEmail),
      currentPassword: hasPassword ? existingPasswordProblem(password) : null
    })
    if (report(event.currentTarget, found))
      change.start({ newEmail: newEmail.trim(), ...(hasPassword && { currentPassword: password }) })
  }
  return (
    <div className="flex max-w-md flex-col items-start gap-4">
      <p>
        Сейчас: <strong className="font-medium break-all">{email}</strong>
      </p>
      {asked && (
        <FormAlert tone="success">{`Мы отправили письма на оба адреса. Email сменится на ${asked}, когда вы подтвердите смену по ссылкам из обоих.`}</FormAlert>
      )}
      <Change label={emailAction} open={open} onOpenChange={setOpen}>
        <form ref={form} noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
          <AccountName email={email} />
          <div className="flex w-full flex-col gap-4">
            <MailboxField
              label="Новый email"
              name="newEmail"
              value={newEmail}
              error={problems.newEmail}
              onChange={edits('newEmail', setNewEmail)}
            />
            {hasPassword && (
              <ConfirmingPassword
                value={password}
                error={problems.currentPassword}
                onChange={edits('currentPassword', setPassword)}
              />
            )}
          </div>
          <ChangeButtons label={emailAction} busy={change.isPending} onCancel={close} />
        </form>
      </Change>
    </div>
  )
}

const emptyPasswords = { currentPassword: '', newPassword: '', repeat: '' }
type PasswordName = keyof typeof emptyPasswords

const passwordFields: readonly { name: PasswordName; label: string; autoComplete: string }[] = [
  { name: 'currentPassword', label: 'Текущий пароль', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'Новый пароль', autoComplete: 'new-password' },
  { name: 'repeat', label: 'Повторите новый пароль', autoComplete: 'new-password' }
]

interface PasswordFormProps {
  email: string
  /** Without one the first is set. */
  hasPassword: boolean
}

/** Changes the password, which signs out all other devices. */
export function PasswordForm({ email, hasPassword }: PasswordFormProps) {
  const action = hasPassword ? 'Сменить пароль' : 'Задать пароль'
  const [form, setForm] = useState(emptyPasswords)
  const [open, setOpen] = useState(false)
  const { problems, setProblems, clear, report, reportRefusal, form: sent } = useProblems<PasswordName>()
  const queries = useQueryClient()
  const close = () => {
    setForm(emptyPasswords)
    setProblems({})
    setOpen(false)
  }
  const change = useSingleMutation({
    mutationFn: (input: z.input<typeof changePassword.input>) => callFresh(changePassword, input),
    onSuccess: () => {
      close()
      notify.success(hasPassword ? 'Пароль успешно изменён' : 'Пароль задан')
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      void queries.invalidateQueries({ queryKey: waysInQuery.queryKey })
    },
    onError: (error) => {
      if (reportRefusal(refusedFields(error, ['currentPassword', 'newPassword'])))
        notify.error(errorText(error, 'Ошибка обновления профиля'))
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentPassword, newPassword, repeat } = form
    const found = problemsOf({
      currentPassword: hasPassword ? existingPasswordProblem(currentPassword) : null,
      newPassword: newPasswordProblem(newPassword),
      repeat: repeatProblem(newPassword, repeat)
    })
    if (report(event.currentTarget, found)) change.start({ newPassword, ...(hasPassword && { currentPassword }) })
  }
  return (
    <Change label={action} open={open} onOpenChange={setOpen}>
      <form ref={sent} noValidate onSubmit={submit} className="flex max-w-md flex-col items-start gap-4">
        <AccountName email={email} />
        {passwordFields.slice(hasPassword ? 0 : 1).map(({ name, label, autoComplete }) => (
          <div key={name} className="flex w-full flex-col gap-3">
            <TextField
              label={label}
              type="password"
              name={name}
              autoComplete={autoComplete}
              value={form[name]}
              error={problems[name]}
              onChange={(event) => {
                clear(name)
                setForm({ ...form, [name]: event.target.value })
              }}
            />
            {name === 'newPassword' && form.newPassword !== '' && <PasswordRules password={form.newPassword} />}
          </div>
        ))}
        <ChangeButtons label={action} busy={change.isPending} onCancel={close} />
      </form>
    </Change>
  )
}
