// A key that is deleted ends what it has begun.
import type { UserCalls } from '#durable-objects/user/calls.ts'
import { nameOf, report } from '#notices/report.ts'
import type { SentKey } from '../base/caller.ts'
import { badKey } from '../base/errors.ts'
import type { ModelCall } from './model-call.ts'

/** How often a running call looks whether its key still works. */
const lookEveryMs = 10_000

type Looked = Pick<UserCalls, 'keyWorks'>

/** Stops the call when its key has ended. */
export function lookedAfter<Result>(
  running: Promise<Result>,
  user: Looked,
  key: SentKey,
  call: ModelCall
): Promise<Result> {
  const looking = setInterval(() => void stopWithKey(user, key, call), lookEveryMs)
  return running.finally(() => clearInterval(looking))
}

/** Never throws: the next look may come through. */
async function stopWithKey(user: Looked, key: SentKey, call: ModelCall): Promise<void> {
  try {
    if (!(await user.keyWorks(key.keyId, key.secretHash))) call.stop(badKey())
  } catch (error) {
    report(key.userId, { event: 'answer-bug', error: nameOf(error) })
  }
}
