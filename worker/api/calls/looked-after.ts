// A key that is deleted ends what it has begun.
import { nameOf, report } from '#notices/report.ts'
import { badKey } from '../base/errors.ts'
import type { ModelCall } from './model-call.ts'

/** How often a running call looks whether its key still works, and says that it runs. */
const lookEveryMs = 10_000

/**
 * Stops the call when its key has ended.
 * @param look whether the key still works; of a call that runs here it also tells the object that this Worker lives
 */
export function lookedAfter<Result>(
  running: Promise<Result>,
  call: Pick<ModelCall, 'stop'>,
  userId: string,
  look: () => Promise<boolean>
): Promise<Result> {
  const looking = setInterval(() => void stopWithKey(call, userId, look), lookEveryMs)
  return running.finally(() => clearInterval(looking))
}

/** Never throws: the next look may come through. */
async function stopWithKey(call: Pick<ModelCall, 'stop'>, userId: string, look: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await look())) call.stop(badKey())
  } catch (error) {
    report(userId, { event: 'answer-bug', error: nameOf(error) })
  }
}
