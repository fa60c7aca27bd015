import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'
import { accountOf, type Answers, refuse, succeed } from './fake-api.ts'
import { openJobs } from './jobs-page.tsx'
import { jobWith, listOf, sampleJob } from './jobs-sample.ts'
import { useSubmitJob } from '#web/src/studio/submit/use-sending.ts'
import { useServiceJobs } from '#web/src/media/job/use-jobs.ts'

const id = 'midjourney'

async function page(answers: Answers) {
  let submit: ((parameters: Record<string, string>, operationId: string) => Promise<Job>) | undefined
  const Page = () => {
    const submitting = useSubmitJob(findStudioEntry(id)!)
    submit = submitting.submit
    const { jobs, isLoading } = useServiceJobs(id, 1)
    return (
      <p>
        {isLoading ? 'loading' : 'loaded'} {submitting.isSubmitting ? 'busy' : 'free'}: {jobs.map((job) => job.id)}
      </p>
    )
  }
  const recent = { [`GET /jobs?service=${id}&limit=20`]: () => succeed(listOf([])) }
  const opened = await openJobs({ ...recent, ...answers }, <Page />)
  await screen.findByText('loaded free:')
  return {
    ...opened,
    send: (parameters: Record<string, string>, operationId: string) =>
      act(async () => {
        if (!submit) throw new Error('Nothing was rendered')
        return submit(parameters, operationId)
      })
  }
}

const accepted = (job: Job, balance = 3) => succeed({ job, jobs: [job], result: null, billing: null, balance })

describe('submitting a job', () => {
  it('sends the options under the operation id, again when the answer was lost, and updates job and balance at once', async () => {
    const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => accepted(sampleJob)]
    const { send, asked, session } = await page({
      'POST /ai/image/midjourney': () => answers.shift()!()
    })
    expect(await send({ prompt: 'Кот', quality: 'high' }, 'operation-1')).toEqual(sampleJob)
    const sent = asked.filter(({ method }) => method === 'POST')
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['operation-1', 'operation-1'])
    expect(sent[1]?.headers.get('prefer')).toBe('respond-async')
    expect(sent[1]?.body).toEqual({ prompt: 'Кот', quality: 'high' })
    expect(screen.getByText('loaded free: operation-1')).toBeTruthy()
    expect(session.sessionState().user?.tokens).toBe(3)
  })

  it('returns the job that another tab is submitting', async () => {
    const { send } = await page({
      'POST /ai/image/midjourney': () =>
        refuse(409, { error: 'Этот запрос уже выполняется', code: 'OPERATION_IN_PROGRESS' }),
      'GET /jobs/operation-1': () => succeed({ job: sampleJob })
    })
    expect(await send({ prompt: 'Кот', quality: 'standard' }, 'operation-1')).toEqual(sampleJob)
  })

  it('returns the job as a live message has updated it meanwhile, and reads the balance that its end has changed', async () => {
    let balance = 7
    const { send, learn, session } = await page({
      'POST /ai/image/midjourney': () => accepted(sampleJob, 3),
      'GET /user/tokens': () => succeed(accountOf(balance))
    })
    balance = 10
    learn(jobWith({ state: 'cancelled' }))
    expect((await send({ prompt: 'Кот', quality: 'standard' }, 'operation-1')).state).toBe('cancelled')
    await waitFor(() => expect(session.sessionState().user?.tokens).toBe(10))
  })
})
