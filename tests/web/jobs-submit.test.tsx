import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Job } from '#contract/jobs.ts'
import { accountOf, keepTokens, refuse, succeed } from './fake-api.ts'
import { openJobs } from './jobs-page.tsx'
import { jobWith, listOf, sampleJob } from './jobs-sample.ts'
import { submitJob, useSubmitJob } from '#web/src/studio/submit/use-sending.ts'
import { useServiceJobs } from '#web/src/media/job/use-jobs.ts'

beforeEach(() => {
  keepTokens('anna')
})

function entryOf(id: string): StudioEntry {
  const entry = findStudioEntry(id)
  if (!entry) throw new Error(`No entry ${id}`)
  return entry
}

async function page(id: string, answers: Parameters<typeof openJobs>[0]) {
  const entry = entryOf(id)
  let submit: ((parameters: Record<string, string>, operationId: string) => Promise<Job>) | undefined
  const Page = () => {
    const submitting = useSubmitJob(entry)
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
  it('sends the options at the top level under the operation id, and updates job and balance at once', async () => {
    const { send, asked, session } = await page('midjourney', {
      'POST /ai/image/midjourney': () => accepted(sampleJob)
    })
    expect(await send({ prompt: 'Кот', quality: 'high' }, 'operation-1')).toEqual(sampleJob)
    const call = asked.find(({ method }) => method === 'POST')
    expect(call?.body).toEqual({ prompt: 'Кот', quality: 'high' })
    expect(call?.headers.get('idempotency-key')).toBe('operation-1')
    expect(call?.headers.get('prefer')).toBe('respond-async')
    expect(screen.getByText('loaded free: operation-1')).toBeTruthy()
    expect(session.sessionState().user?.tokens).toBe(3)
  })

  it('uses the path of the service in the contract', async () => {
    const paths: Record<string, string> = {}
    vi.stubGlobal('fetch', async (url: string) => {
      const [, , , ...rest] = url.split('/')
      paths[rest.join('/')] = ''
      return accepted(sampleJob)
    })
    for (const entry of studioEntries)
      await submitJob(entry, { ...defaultValues(entry.parameters), prompt: 'Кот' }, 'operation-1')
    expect(Object.keys(paths).toSorted()).toEqual([
      'audio/elevenlabs',
      'image/dalle',
      'image/edit',
      'image/flux',
      'image/midjourney',
      'image/stability',
      'image/stable-diffusion',
      'video/luma',
      'video/runwayml',
      'video/veo3'
    ])
  })

  it('throws the refusal of the server', async () => {
    const { send } = await page('midjourney', {
      'POST /ai/image/midjourney': () => refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' })
    })
    await expect(send({ prompt: 'Кот', quality: 'standard' }, 'operation-1')).rejects.toMatchObject({
      code: 'INSUFFICIENT_TOKENS'
    })
    await waitFor(() => expect(screen.getByText('loaded free:')).toBeTruthy())
  })

  it('repeats the request under the same id when the answer was lost', async () => {
    let lost = true
    const { send, asked } = await page('midjourney', {
      'POST /ai/image/midjourney': () => {
        if (!lost) return accepted(sampleJob)
        lost = false
        throw new TypeError('Failed to fetch')
      }
    })
    expect(await send({ prompt: 'Кот', quality: 'standard' }, 'operation-1')).toEqual(sampleJob)
    const keys = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual(['operation-1', 'operation-1'])
  })

  it('returns the job that another tab is submitting', async () => {
    const { send } = await page('midjourney', {
      'POST /ai/image/midjourney': () =>
        refuse(409, { error: 'Этот запрос уже выполняется', code: 'OPERATION_IN_PROGRESS' }),
      'GET /jobs/operation-1': () => succeed({ job: sampleJob })
    })
    expect(await send({ prompt: 'Кот', quality: 'standard' }, 'operation-1')).toEqual(sampleJob)
  })

  it('returns the job as a live message has updated it meanwhile, and reads the balance that its end has changed', async () => {
    let balance = 7
    const { send, learn, session } = await page('midjourney', {
      'POST /ai/image/midjourney': () => accepted(sampleJob, 3),
      'GET /user/tokens': () => succeed(accountOf(balance))
    })
    balance = 10
    learn(jobWith({ state: 'cancelled' }))
    expect((await send({ prompt: 'Кот', quality: 'standard' }, 'operation-1')).state).toBe('cancelled')
    await waitFor(() => expect(session.sessionState().user?.tokens).toBe(10))
  })
})
