import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { Job } from '#contract/jobs.ts'
import { limitsPath } from '../../base/links.ts'
import { ApiError } from '../../base/session/client.ts'
import { forgetSent } from '../../base/session/kept-question.ts'
import { notify } from '../../base/ui/notify.ts'
import { endToast } from '../../media/job/end-toast.ts'
import { doubleClickMs, learnSubmitted } from '../../media/job/job-calls.ts'
import { isEnded } from '../../media/job/job-order.ts'
import { findJob } from '../../media/job/job-store.ts'
import { claimAnnouncement } from '../../media/job/told-ends.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { fitFiles } from '../../media/upload/fit/fit-files.ts'
import type { StudioBox } from '../../media/form/studio-box.ts'
import { fingerprintOf } from '../../media/form/studio-draft.ts'
import { isIdSpent, submitJob } from '../../media/form/submit-job.ts'
import { refusalText, wordsOf } from '../../media/form/submit-rules.ts'

/** Sends one request at a time under its operation id; the second click of a double click, which asks for the same, is ignored. */
export function useSending(entry: StudioEntry, box: StudioBox, onTaken: () => void) {
  const { submit, isSubmitting } = useSubmitJob(entry)
  const [isFitting, setFitting] = useState(false)
  const navigate = useNavigate()
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
      forgetSent(entry.path, wordsOf(entry, parameters))
      onTaken()
      // The end of a running job is announced by `JobSync`.
      if (isEnded(job)) await tellEnd(job)
    } catch (error) {
      if (isIdSpent(error)) box.renew(operationId)
      const isOverBudget = error instanceof ApiError && error.code === 'BUDGET_EXCEEDED'
      const toLimits = { label: 'Изменить лимит', onClick: () => void navigate(limitsPath) }
      const text = error instanceof RefusedFile ? error.message : refusalText(entry, error)
      notify.error(text, isOverBudget ? toLimits : undefined)
    } finally {
      sending.current = false
    }
  }

  return { send, isSubmitting: isSubmitting || isFitting }
}

async function tellEnd(job: Job) {
  const toast = (await claimAnnouncement(`${job.id}:${job.state}`)) && endToast(job)
  if (toast) notify[toast.kind](toast.text)
}

/**
 * Submits the job of a request, or the jobs of a batch. The same `operationId` again means the same job, charged once.
 * The jobs are in the store when `submit` resolves. It throws `ApiError`.
 */
export function useSubmitJob(entry: StudioEntry) {
  const [running, setRunning] = useState(0)

  async function submit(parameters: ParameterValues, operationId: string): Promise<Job> {
    setRunning((count) => count + 1)
    try {
      const { job, jobs, balance } = await submitJob(entry, parameters, operationId)
      learnSubmitted(jobs, balance)
      // A live message may have updated the job already.
      return findJob(job.id) ?? job
    } finally {
      setRunning((count) => count - 1)
    }
  }

  return { submit, isSubmitting: running > 0 }
}
