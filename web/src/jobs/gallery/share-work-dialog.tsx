import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import type { WorkShare } from '#contract/work-shares.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { Button } from '../../base/ui/button.tsx'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IssuedLinks } from '../../base/ui/issued-links.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Select } from '../../base/ui/select.tsx'
import { nameOf, promptOf } from '../../media/job/job-words.ts'
import { revokeWork, shareWork, workSharesQuery } from './work-share-calls.ts'

const lifetimes = [
  { value: '1', label: '1 день' },
  { value: '7', label: '7 дней' },
  { value: '30', label: '30 дней' },
  { value: '', label: 'Пока не отзову' }
]

/** Makes and revokes links to a work. */
export const ShareWorkDialog = ({ job, onClose }: { job: Job; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="Поделиться работой"
    description={<span className="line-clamp-3 wrap-anywhere">{nameOf(job)}</span>}
  >
    <ul className="mt-4 flex list-disc flex-col gap-1 pl-5 text-small text-ink-soft">
      <li>Каждый, у кого есть ссылка, увидит и сможет скачать работу. Ваше имя, почта и списания не видны.</li>
      <li>В мессенджере у ссылки будет картинка. Поисковики её не показывают.</li>
      <li>Ссылка перестанет работать, когда вы её отзовёте или удалите работу.</li>
    </ul>
    <Links job={job} />
  </Dialog>
)

const captionOf = ({ expires_at: at, with_prompt: withPrompt }: WorkShare): string =>
  (at === null ? 'Работает, пока не отзовёте' : `Работает до ${formatDateTime(at)}`) +
  (withPrompt ? ' · с запросом' : '')

function Links({ job }: { job: Job }) {
  const queries = useQueryClient()
  const [days, setDays] = useState('30')
  const [withPrompt, setWithPrompt] = useState(false)
  // A click that is repeated because its answer was lost gets the same link.
  const [operationId, setOperationId] = useState(newOperationId)
  const { data: links, isError, refetch } = useQuery(workSharesQuery(job.id))
  const making = useSingleMutation({
    mutationFn: () =>
      shareWork(queries, {
        workId: job.id,
        days: days === '' ? null : (Number(days) as 1 | 7 | 30),
        withPrompt,
        operationId
      }),
    onSuccess: () => setOperationId(newOperationId()),
    onError: (error) => notify.error(errorText(error, 'Не удалось создать ссылку'))
  })
  return (
    <IssuedLinks
      links={links}
      isError={isError}
      onRetry={() => void refetch()}
      label="Ссылки на эту работу"
      captionOf={captionOf}
      revoke={({ id }) => revokeWork(queries, id)}
      height={promptOf(job) === null ? 'h-26' : 'h-36'}
    >
      <div className="mt-5 flex flex-col gap-4">
        <Select
          label="Сколько работает ссылка"
          value={days}
          options={lifetimes}
          onChange={(value) => {
            setDays(value)
            setOperationId(newOperationId())
          }}
          className="w-full"
        />
        {promptOf(job) !== null && (
          <CheckBox
            label="Показать и запрос"
            checked={withPrompt}
            onChange={(event) => {
              setWithPrompt(event.target.checked)
              setOperationId(newOperationId())
            }}
          />
        )}
        <Button
          variant={links?.length ? 'secondary' : 'primary'}
          icon={<Link2 size={18} aria-hidden />}
          busy={making.isPending}
          onClick={() => making.start(undefined)}
        >
          {links?.length ? 'Новая ссылка' : 'Создать ссылку'}
        </Button>
      </div>
    </IssuedLinks>
  )
}
