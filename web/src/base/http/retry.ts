import { ApiError } from './api-error.ts'

const pausesMs = [400, 1200]

/** Tries again twice, after short pauses, when the network or the server stumbled; refusals are final. */
export async function retryingBlips<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!isBlip(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return work()
}

/** Says that its id is used up: the same request can never succeed. */
const finalCode = 'JOB_NOT_SUBMITTED'

/** Whether the same request may well succeed a moment later. */
export const isBlip = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== finalCode && (error.status === 0 || error.status >= 500)
