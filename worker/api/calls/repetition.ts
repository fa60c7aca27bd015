// A call that was made before: its answer, once more, and free.
import type { FoundRepeat } from '#durable-objects/metering/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../../http/context.ts'
import type { SentKey } from '../base/caller.ts'
import { otherRequest, repeatedAnswer } from './kept-answer.ts'
import { lookedAfter } from './looked-after.ts'
import { ModelCall, type NamedCall } from './model-call.ts'

/** @throws ApiError for another request with the same key */
export function repetition(
  { c, key, asked }: { c: AppContext; key: SentKey; asked: NamedCall },
  of: FoundRepeat
): ModelCall {
  if (of.state === 'other-request') throw otherRequest()
  const { callId } = of
  const call = new ModelCall(asked, false, callId)
  c.header('idempotent-replayed', 'true')
  const user = userOf(c.env, key.userId)
  const read = () => user.readRepeat(callId)
  const running = repeatedAnswer({ read, take: call.taker.take, signal: call.signal })
  call.run(lookedAfter(running, call, key.userId, () => user.keyWorks(key.keyId, key.secretHash)))
  return call
}
