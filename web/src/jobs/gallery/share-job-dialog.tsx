import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { createJobShare, listJobShares, revokeJobShare, type JobShare } from '#contract/job-shares.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { sharesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { Select } from '../../base/ui/select.tsx'
import { ShareDialog } from '../../base/ui/share-dialog.tsx'
import { nameOf, promptOf } from '../../media/job/job-words.ts'

const sharesQuery = (jobId: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'jobs', jobId],
    queryFn: async ({ signal }) => (await call(listJobShares, { operationId: jobId }, { signal })).items
  })

const lifetimes = [
  { value: '1', label: '1 день' },
  { value: '7', label: '7 дней' },
  { value: '30', label: '30 дней' },
  { value: '', label: 'Пока не отзову' }
]

const captionOf = ({ expires_at: at, with_prompt: withPrompt }: JobShare): string =>
  (at === null ? 'Работает, пока не отзовёте' : `Работает до ${formatDateTime(at)}`) +
  (withPrompt ? ' · с запросом' : '')

/** Makes and revokes links to a job's results. */
export function ShareJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const [lifetime, setLifetime] = useState('30')
  const [withPrompt, setWithPrompt] = useState(false)
  const days = lifetime === '' ? null : (Number(lifetime) as 1 | 7 | 30)
  const hasPrompt = promptOf(job) !== null
  return (
    <ShareDialog
      open
      onClose={onClose}
      title="Поделиться работой"
      description={<span className="line-clamp-3 wrap-anywhere">{nameOf(job)}</span>}
      notes={[
        'Каждый, у кого есть ссылка, увидит и сможет скачать работу. Ваше имя, почта и списания не видны.',
        'В мессенджере у ссылки будет картинка. Поисковики её не показывают.',
        'Ссылка перестанет работать, когда вы её отзовёте или удалите работу.'
      ]}
      label="Ссылки на эту работу"
      query={sharesQuery(job.id)}
      captionOf={captionOf}
      make={(operationId) =>
        call(createJobShare, { id: job.id, days, withPrompt }, { headers: { 'idempotency-key': operationId } })
      }
      revoke={({ id }) => call(revokeJobShare, { id })}
      terms={`${lifetime} ${withPrompt}`}
      height={hasPrompt ? 'h-36' : 'h-26'}
    >
      <Select
        label="Сколько работает ссылка"
        value={lifetime}
        options={lifetimes}
        onChange={setLifetime}
        className="w-full"
      />
      {hasPrompt && (
        <CheckBox
          label="Показать и запрос"
          checked={withPrompt}
          onChange={(event) => setWithPrompt(event.target.checked)}
        />
      )}
    </ShareDialog>
  )
}
