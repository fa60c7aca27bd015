import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Link2 } from 'lucide-react'
import type { Job } from '#contract/jobs.ts'
import type { WorkShare } from '#contract/work-shares.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { errorText } from '../../base/http/error-text.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { Button } from '../../base/ui/button.tsx'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Select } from '../../base/ui/select.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { useCopy } from '../../base/ui/use-copy.ts'
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
    <>
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
      {!links && isError && <LoadFailure what="ссылки" onRetry={() => void refetch()} />}
      {!links && !isError && <Skeleton className="mt-5 h-20" />}
      {links && links.length > 0 && (
        <ul aria-label="Ссылки на эту работу" className="mt-5 flex flex-col gap-3">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
    </>
  )
}

const untilWords = ({ expires_at: at }: WorkShare): string =>
  at === null ? 'Работает, пока не отзовёте' : `Работает до ${formatDateTime(at)}`

function LinkRow({ link }: { link: WorkShare }) {
  const queries = useQueryClient()
  const { copied, copy } = useCopy(link.url ?? '')
  const made = formatDateTime(link.created_at)
  const revoking = useSingleMutation({
    mutationFn: () => revokeWork(queries, link.id),
    onSuccess: () => notify.success('Ссылка больше не работает'),
    onError: (error) => notify.error(errorText(error, 'Не удалось отозвать ссылку'))
  })
  return (
    <li className="rounded-card border border-line p-3">
      <p className="text-caption text-ink-soft">
        {untilWords(link)}
        {link.with_prompt && ' · с запросом'}
      </p>
      {link.url === null ? (
        <p className="mt-1 text-small">Адрес показать уже нельзя, но у тех, кому вы его дали, он работает.</p>
      ) : (
        <input
          readOnly
          aria-label={`Ссылка от ${made}`}
          value={link.url}
          onFocus={(event) => event.target.select()}
          className="mt-1 w-full truncate rounded-small bg-sunken px-2 py-1.5 text-small"
        />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {link.url !== null && (
          <Button
            size="small"
            variant="accent"
            icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            onClick={copy}
            aria-label={`Копировать ссылку от ${made}`}
          >
            {copied ? 'Скопировано' : 'Копировать'}
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          busy={revoking.isPending}
          onClick={() => revoking.start(undefined)}
          aria-label={`Отозвать ссылку от ${made}`}
        >
          Отозвать
        </Button>
      </div>
    </li>
  )
}
