import { useRef, useState } from 'react'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Job } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { ApiError } from '../../base/session/client.ts'
import { endToast } from '../../media/job/end-toast.ts'
import { isEnded } from '../../media/job/job-order.ts'
import { claimAnnouncement } from '../../media/job/told-ends.ts'
import { useSubmitJob } from './submit-job.ts'
import { doubleClickMs } from '../../base/ui/double-click.ts'
import { notify } from '../../base/ui/notify.ts'
import { fitFiles } from '../../media/upload/fit/fit-files.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { fingerprintOf } from '../draft/studio-draft.ts'
import type { StudioBox } from '../draft/studio-box.ts'
import { refusalText } from './submit-rules.ts'

/** Sends one request at a time under its operation id; the second click of a double click, which asks for the same, is ignored. */
export function useSending(entry: StudioEntry, box: StudioBox, onTaken: () => void) {
  const { submit, isSubmitting } = useSubmitJob(entry)
  const [isFitting, setFitting] = useState(false)
  const sending = useRef(false)
  const taken = useRef({ at: -Infinity, what: '' })

  function fitted(parameters: ParameterValues) {
    setFitting(true)
    return fitFiles(entry, parameters).finally(() => setFitting(false))
  }

  async function send(parameters: ParameterValues) {
    const what = fingerprintOf(parameters)
    const isDouble = what === taken.current.what && performance.now() - taken.current.at < doubleClickMs
    if (sending.current || isDouble) return
    sending.current = true
    const operationId = box.submitting(what)
    notify.info(entry.texts.busy)
    try {
      const job = await submit(await fitted(parameters), operationId)
      taken.current = { at: performance.now(), what }
      box.renew(operationId)
      onTaken()
      // The end of a running job is announced by `JobSync`.
      if (isEnded(job)) await tellEnd(job)
    } catch (error) {
      if (isIdSpent(error)) box.renew(operationId)
      notify.error(error instanceof RefusedFile ? error.message : refusalText(entry, error))
    } finally {
      sending.current = false
    }
  }

  return { send, isSubmitting: isSubmitting || isFitting }
}

/** The id belongs to another request or to one that failed for good: no attempt under it can succeed. */
const isIdSpent = (error: unknown): boolean =>
  error instanceof ApiError && ['IDEMPOTENCY_MISMATCH', 'JOB_NOT_SUBMITTED'].includes(error.code)

async function tellEnd(job: Job) {
  const toast = (await claimAnnouncement(`${job.id}:${job.state}`)) && endToast(job)
  if (toast) notify[toast.kind](toast.text)
}
