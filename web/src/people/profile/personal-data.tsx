import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { deletionGraceDays } from '#contract/agreements.ts'
import { deleteAccount, exportAccount } from '#contract/profile.ts'
import { FormAlert, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDate } from '../../base/format/dates.ts'
import { formatMoscowDate } from '../../base/format/moscow-date.ts'
import { errorText } from '../../base/http/error-text.ts'
import { paths } from '../../base/paths.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { call } from '../../base/session/client.ts'
import { leaveHere } from '../../base/session/session-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { ConfirmingPassword, existingPasswordProblem, isAboutFields, problemsOf } from '../credential-fields.tsx'
import { consentsQuery } from './profile-calls.ts'
import { hasPasswordIn, waysInQuery } from '../ways-in/ways-in-calls.ts'

const documents = {
  offer: { title: 'Оферта и пользовательское соглашение', path: paths.userAgreement },
  'personal-data': { title: 'Согласие на обработку персональных данных', path: paths.dataProcessingPolicy }
}

/** The user's consents, the archive of their data, and the deletion of the account. */
export function PersonalData() {
  const [deleting, setDeleting] = useState(false)
  return (
    <div className="flex flex-col items-start gap-6">
      <Consents onWithdraw={() => setDeleting(true)} />
      <Archive />
      <Button variant="danger" onClick={() => setDeleting(true)}>
        Удалить аккаунт
      </Button>
      <DeleteAccountDialog open={deleting} onOpenChange={setDeleting} />
    </div>
  )
}

function Consents({ onWithdraw }: { onWithdraw: () => void }) {
  const { data, isError, refetch } = useQuery(consentsQuery)
  if (!data && isError) return <LoadFailure what="согласия" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-69 w-full sm:h-37" />
  if (data.length === 0) return <p className="text-small text-ink-soft">Согласий нет.</p>
  return (
    <ul className="w-full divide-y divide-line rounded-card border border-line bg-raised">
      {data.map(({ document, version, givenAt }) => (
        <li key={document + version} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0">
            <Link to={documents[document].path} className="font-medium underline underline-offset-4">
              {documents[document].title}
            </Link>
            <p className="text-small text-ink-soft">{`Дано ${formatDate(givenAt)}`}</p>
          </div>
          <Button
            variant="ghost"
            size="small"
            onClick={onWithdraw}
            aria-label={`Отозвать: ${documents[document].title}`}
            className="max-sm:-ml-3"
          >
            Отозвать
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Archive() {
  const archive = useSingleMutation({
    mutationFn: async () => (await call(exportAccount, {})).url,
    onSuccess: (url) => {
      // The response is an attachment, so the page stays open.
      window.location.assign(url)
      notify.success('Архив скачивается')
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось собрать архив'))
  })
  return (
    <Button variant="secondary" icon={<Download size={18} />} busy={archive.isPending} onClick={() => archive.start()}>
      Скачать все мои данные
    </Button>
  )
}

interface DeleteAccountDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const DeleteAccountDialog = ({ open, onOpenChange }: DeleteAccountDialogProps) => (
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
  const hasPassword = hasPasswordIn(useQuery(waysInQuery).data)
  const { problems, edits, report, reportRefusal, form } = useProblems<'currentPassword'>()
  const deletion = useSingleMutation({
    mutationFn: (proof: z.input<typeof deleteAccount.input>) => callFresh(deleteAccount, proof),
    onSuccess: ({ erasedAt }) => {
      leaveHere()
      notify.info(`Аккаунт будет удалён ${formatMoscowDate(erasedAt)}: войдите раньше, чтобы восстановить его.`)
      void navigate(paths.home)
    },
    onError: (error) => reportRefusal(refusedFields(error, ['currentPassword']))
  })
  const isOfField = isAboutFields(deletion.error, ['currentPassword'])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf({ currentPassword: hasPassword ? existingPasswordProblem(password) : null })
    if (report(event.currentTarget, found)) deletion.start(hasPassword ? { currentPassword: password } : {})
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
      {deletion.error && !isOfField && (
        <FormAlert tone="danger" takesFocus>
          {errorText(deletion.error, 'Не удалось удалить аккаунт')}
        </FormAlert>
      )}
      {hasPassword && (
        <ConfirmingPassword
          value={password}
          error={problems.currentPassword}
          onChange={edits('currentPassword', setPassword)}
        />
      )}
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
