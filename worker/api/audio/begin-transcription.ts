// Begins and runs a call that writes a recording down, like calls/begin-call.ts those of models: begun and ended by a call of the user's
// object. Its price is fixed by the length of the recording, and one supplier serves it.
import { transcription } from '#contract/catalogue/transcription.ts'
import { transcriptionModel } from '#contract/v1/transcriptions.ts'
import { isAway } from '#domain/outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { BegunCall } from '#durable-objects/user/begin-call.ts'
import type { AppContext } from '../../http/context.ts'
import { proofOf, type SentKey } from '../base/caller.ts'
import { ApiError, apiRefusalOf } from '../base/errors.ts'
import { lookedAfter } from '../calls/looked-after.ts'
import { type EndOfCall, ModelCall } from '../calls/model-call.ts'
import { refusedCall } from '../calls/refused-call.ts'
import { repetition } from '../calls/repetition.ts'
import { saveAttempts, saveWithoutRoute } from '../calls/save-attempts.ts'
import { handOver } from './handed-recording.ts'
import { type AskedTranscription, attemptsOf, failed, heardBy, toldOf } from './hearing.ts'
import { secondMicros } from './model.ts'

interface Beginning {
  c: AppContext
  key: SentKey
  asked: AskedTranscription
  call: ModelCall
}

const named = { model: { id: transcriptionModel }, request: {} }
const counted = { surface: 'transcriptions', model: transcriptionModel } as const

/**
 * Returns when the call runs.
 * @throws ApiError: the key, its rights, its limits or the tokens do not let it begin
 */
export function beginTranscription(c: AppContext, key: SentKey, asked: AskedTranscription): Promise<ModelCall> {
  const call = new ModelCall(named, c.var.repeat !== undefined)
  const begun = begin({ c, key, asked, call })
  // To its end, also when the client leaves meanwhile: what was held is settled at once.
  const ended = begun.then((running) => running.ended())
  c.executionCtx.waitUntil(saveWithoutRoute(c.env, key.userId, counted, ended))
  return begun
}

async function begin(beginning: Beginning): Promise<ModelCall> {
  const { c, key, asked, call } = beginning
  const begun = await userOf(c.env, key.userId).beginCall({
    proof: proofOf(c, key, 'audio', transcriptionModel),
    service: transcription.service,
    isBasicModel: true,
    call: {
      callId: call.id,
      model: transcriptionModel,
      fixedMicros: asked.seconds * secondMicros(c.var.environment),
      ...(c.var.repeat && { repeat: c.var.repeat }),
      isLookedAfter: true
    }
  })
  if (begun.state === 'refused') throw refusedCall(begun)
  c.set('requests', begun.requests)
  if (begun.state === 'repeated') return repetition({ c, key, asked: named }, begun.of)
  if (c.req.raw.signal.aborted) call.leave()
  call.run(runToItsEnd(beginning, begun))
  return call
}

/** At the supplier; its outage is known before it is asked. */
function hearing({ c, key, asked, call }: Beginning, { outages }: BegunCall) {
  if (isAway(outages, transcription.upstream.provider, Date.now())) return Promise.resolve(failed('UNAVAILABLE'))
  const { env, executionCtx } = c
  const around = {
    env,
    environment: c.var.environment,
    userId: key.userId,
    keep: (work: Promise<unknown>) => executionCtx.waitUntil(work)
  }
  return heardBy(around, asked, call.signal)
}

async function runToItsEnd(beginning: Beginning, begun: BegunCall): Promise<EndOfCall> {
  const { c, key, asked, call } = beginning
  const user = userOf(c.env, key.userId)
  const startedAt = Date.now()
  call.handOver = () => handOver(c.env, key, { callId: call.id, beganAt: startedAt }, asked)
  const look = () => user.keyWorks(key.keyId, key.secretHash, call.id)
  const heard = await lookedAfter(hearing(beginning, begun), call, key.userId, look)
  if (heard.state === 'heard') call.taker.take({ type: 'text', text: heard.text })
  const ms = Date.now() - startedAt
  const isHandedOver = heard.state === 'stopped' && call.isHandedOver
  const billed = isHandedOver
    ? null
    : await user.endCall({ callId: call.id, usage: null, ...toldOf(heard, call.kept), ms })
  const attempts = attemptsOf(heard, asked.seconds, { at: startedAt, totalMs: ms })
  const figures = { ...counted, attempts, chargedMicros: billed?.costMicros ?? 0 }
  // The call goes on: who ends it counts it.
  if (!isHandedOver) c.executionCtx.waitUntil(saveAttempts(c.env, key.userId, figures))
  if (heard.state === 'failed') throw heard.error
  if (heard.state === 'stopped' && call.signal.reason instanceof ApiError) throw call.signal.reason
  // Its client has left.
  if (isHandedOver) throw new ApiError(apiRefusalOf({ code: 'UNAVAILABLE' }))
  const usage = { inputTokens: 0, outputTokens: 0 }
  return { reason: 'complete', stopText: null, billed: { usage, costMicros: billed?.costMicros ?? 0 } }
}
