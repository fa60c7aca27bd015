// Finished works of a person, with their files.
import { env } from 'cloudflare:workers'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
import { jobIdOf, resultKey } from '#data/files/job-files.ts'
import type { Person } from './person.ts'

type NewFinishedJob = Partial<typeof jobs.$inferInsert> & { prompt?: string }

let clock = 1_790_000_000_000

/** A finished picture; later ones are newer. @returns its id */
export async function addFinished(
  { userId }: Person,
  { prompt = 'море', ...more }: NewFinishedJob = {}
): Promise<string> {
  const operationId = more.operationId ?? crypto.randomUUID()
  const id = jobIdOf(userId, operationId)
  clock += 1000
  const file = { index: 0, type: 'image/png', sizeBytes: 5, width: 1024, height: 512, durationSeconds: null }
  await openHistory(env, userId)
    .insert(jobs)
    .values({
      id,
      userId,
      operationId,
      fingerprint: 'x',
      kind: 'image',
      service: 'flux',
      provider: 'bfl',
      upstreamModel: 'flux-2-pro',
      parameters: { prompt },
      options: { prompt },
      uploads: [],
      priceTokens: 3,
      chargedTokens: 3,
      step: 'completed',
      deadlineAt: clock,
      files: [file],
      createdAt: clock,
      finishedAt: clock,
      ...more
    })
  await env.MEDIA.put(resultKey(id, 0), 'bytes')
  return operationId
}

/** When the newest work was made. */
export const newestAt = () => clock
