import { useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { errorText } from '../../base/http/error-text.ts'
import { cancelJob } from './job-calls.ts'
import { notify } from '../../base/ui/notify.ts'
import { isEnded } from './job-order.ts'
import { cancelConsequence } from './job-words.ts'

/** Cancelling a job, as far as that is still possible. */
export function useCancel({ id }: Pick<Job, 'id'>) {
  const [busy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    try {
      const job = await cancelJob(id)
      if (!isEnded(job)) notify.info(`Отменяем. ${cancelConsequence(job)}`)
      else if (job.state !== 'cancelled') notify.info('Работа уже завершилась, отменять нечего')
    } catch (error) {
      notify.error(errorText(error, 'Не удалось отменить работу'))
    } finally {
      setBusy(false)
    }
  }

  return { busy, cancel: () => void cancel() }
}
