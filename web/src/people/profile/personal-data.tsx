import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'react-router-dom'
import { LoadFailure } from '../../base/ui/states.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { consentsQuery, exportAccountMutation } from './profile-calls.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDate } from '../../base/format/dates.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

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
    ...exportAccountMutation,
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
