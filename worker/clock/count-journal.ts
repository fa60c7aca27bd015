import { AppError } from '../http/errors.ts'

/** Together far more lines than any wallet has. Counted lines are stored, so the next call continues there. */
const callsMax = 100

/**
 * Calls until the whole journal of a wallet has been counted, from its first line.
 * @throws AppError UNAVAILABLE when it is too long for one request
 */
export async function countedWhole<Result extends { state: string }>(
  call: (isFresh: boolean) => Promise<Result>
): Promise<Result> {
  for (let calls = 0; calls < callsMax; calls++) {
    const result = await call(calls === 0)
    if (result.state !== 'unfinished') return result
  }
  throw new AppError('UNAVAILABLE')
}
