import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Job } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { useSession } from '../../base/session/session.tsx'
import { useJob } from '../../media/job/use-jobs.ts'
import { notify } from '../../base/ui/notify.ts'
import type { StudioBox } from './studio-box.ts'

/**
 * Follows links that fill the form: `repeat`, with everything that work had, and `open=1` from the history, with its
 * model. The address is that of the page afterwards, so that a reload does not undo what is changed then.
 */
export function useRepeat(entry: StudioEntry, box: StudioBox, onFilled: () => void) {
  const { key: place } = useLocation()
  const [query] = useSearchParams()
  const followed = useRef<string | null>(null)
  const navigate = useNavigate()
  const { status, user } = useSession()
  const id = query.get('repeat')
  const opened = query.get('open') === '1'
  const model = opened ? query.get('model') : null
  const { job, isLoading } = useJob(id)
  const filled = useEffectEvent(onFilled)
  const waiting = id !== null && status !== 'signed-out' && (user === null || isLoading)

  useEffect(() => {
    // The address changes a moment later, and a work may be told of anew until then.
    if ((id === null && !opened) || waiting || followed.current === place) return
    followed.current = place
    if (model !== null) box.accept({ model })
    if (id !== null && status !== 'signed-out' && repeat(entry, box, job)) filled()
    void navigate(entry.path, { replace: true })
  }, [place, id, opened, waiting, model, status, job, entry, box, navigate])
}

function repeat(entry: StudioEntry, box: StudioBox, job: Job | undefined): boolean {
  if (job?.service !== entry.id) {
    notify.error('Такой работы нет')
    return false
  }
  box.refill(job.parameters satisfies ParameterValues)
  if (job.uploads.some((name) => !(name in box.state().files))) notify.info('Настройки те же. Файлы загрузите заново')
  return true
}
