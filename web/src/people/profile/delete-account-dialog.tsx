import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { deletionGraceDays } from '#contract/profile.ts'
import { errorText } from '../../base/http/error-text.ts'
import { deleteAccountMutation } from './profile-calls.ts'
import { leaveHere } from '../../base/session/session-store.ts'
import { FormAlert } from '../../base/form/form-alert.tsx'
import { existingPasswordProblem, problemsOf } from '../credential-rules.ts'
import { useProblems, refusedFields } from '../../base/form/use-problems.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDate } from '../../base/format/dates.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { ConfirmingPassword } from './confirming-password.tsx'

interface DeleteAccountDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const DeleteAccountDialog = ({ open, onOpenChange }: DeleteAccountDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Удалить аккаунт?"
    description={
      `Без согласий сервис работать не может, поэтому отзыв согласия — это тоже удаление аккаунта. Вы выйдете на всех ` +
      `устройствах, а через ${deletionGraceDays} дней мы сотрём чаты, работы и остаток токенов. До этого дня достаточно ` +
      `войти, чтобы всё вернуть. Premium продлеваться не будет, а деньги за неиспользованные купленные токены можно ` +
      `вернуть, написав в поддержку.`
    }
  >
    <DeletionForm onCancel={() => onOpenChange(false)} />
  </Dialog>
)

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const { problems, clear, report, reportRefusal, form } = useProblems<'currentPassword'>()
  const deletion = useSingleMutation({
    ...deleteAccountMutation,
    onSuccess: ({ erasedAt }) => {
      leaveHere()
      notify.info(`Аккаунт будет удалён ${formatDate(erasedAt)} Войдите раньше, чтобы восстановить его.`)
      void navigate(paths.home)
    },
    onError: (error) => reportRefusal(refusedFields(error, ['currentPassword']))
  })
  const isOfField = Object.keys(refusedFields(deletion.error, ['currentPassword'])).length > 0
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf({ currentPassword: existingPasswordProblem(password) })
    if (report(event.currentTarget, found)) deletion.start({ currentPassword: password })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
      {deletion.error && !isOfField && (
        <FormAlert tone="danger" takesFocus>
          {errorText(deletion.error, 'Не удалось удалить аккаунт')}
        </FormAlert>
      )}
      <ConfirmingPassword
        value={password}
        error={problems.currentPassword}
        onChange={(typed) => {
          clear('currentPassword')
          setPassword(typed)
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onCancel}>
          Отмена
        </Button>
        <Button type="submit" variant="danger" busy={deletion.isPending}>
          Удалить аккаунт
        </Button>
      </div>
    </form>
  )
}
