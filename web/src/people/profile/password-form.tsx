import { useState, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../base/http/error-text.ts'
import { Change, ChangeButtons } from './change.tsx'
import { changePasswordMutation, sessionsQuery } from './profile-calls.ts'
import { AccountName, PasswordRules } from '../password-hints.tsx'
import { existingPasswordProblem, newPasswordProblem, problemsOf, repeatProblem } from '../credential-rules.ts'
import { useProblems, refusedFields } from '../../base/form/use-problems.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'

const empty = { currentPassword: '', newPassword: '', repeat: '' }
type Name = keyof typeof empty

const fields: readonly { name: Name; label: string; autoComplete: string }[] = [
  { name: 'currentPassword', label: 'Текущий пароль', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'Новый пароль', autoComplete: 'new-password' },
  { name: 'repeat', label: 'Повторите новый пароль', autoComplete: 'new-password' }
]

const action = 'Сменить пароль'

/** Changes the password, which signs out all other devices. */
export function PasswordForm({ email }: { email: string }) {
  const [form, setForm] = useState(empty)
  const [open, setOpen] = useState(false)
  const { problems, setProblems, clear, report, reportRefusal, form: sent } = useProblems<Name>()
  const queries = useQueryClient()
  const close = () => {
    setForm(empty)
    setProblems({})
    setOpen(false)
  }
  const change = useSingleMutation({
    ...changePasswordMutation,
    onSuccess: () => {
      close()
      notify.success('Пароль успешно изменён')
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
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
      currentPassword: existingPasswordProblem(currentPassword),
      newPassword: newPasswordProblem(newPassword),
      repeat: repeatProblem(newPassword, repeat)
    })
    if (report(event.currentTarget, found)) change.start({ currentPassword, newPassword })
  }
  return (
    <Change label={action} open={open} onOpenChange={setOpen}>
      <form ref={sent} noValidate onSubmit={submit} className="flex max-w-md flex-col items-start gap-4">
        <AccountName email={email} />
        {fields.map(({ name, label, autoComplete }) => (
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
