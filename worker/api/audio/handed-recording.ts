// A recording whose client has left, and which takes longer than the platform lets a Worker live after that: its bytes wait in R2, and the
// consumer of a queue asks the supplier anew. The call stays open meanwhile, with its hold and its name, so its repetitions wait for it; it
// is ended, and paid, once: `endCall` takes the first end. A message may come twice, late or never: then the object frees the hold.
import { z } from 'zod'
import { transcriptionModel } from '#contract/v1/transcriptions.ts'
import { handedFactsKey, handedRecordingKey } from '#data/files/job-files.ts'
import { type Environment, parseEnvironment } from '#domain/environment.ts'
import { meterOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import type { Recording } from '#providers/media/transcription.ts'
import type { SentKey } from '../base/caller.ts'
import { KeptAnswer } from '../calls/kept-answer.ts'
import { lookedAfter } from '../calls/looked-after.ts'
import { saveAttempts } from '../calls/save-attempts.ts'
import { type AskedTranscription, attemptsOf, heardBy, toldOf } from './hearing.ts'

export const handedMessage = z.object({ recordingOf: z.string(), callId: z.string() })
type HandedMessage = z.infer<typeof handedMessage>

interface Facts extends Pick<SentKey, 'keyId' | 'secretHash'> {
  recording: Omit<Recording, 'bytes'>
  seconds: number
  beganAt: number
}

/** After an error of ours. */
const pauseSeconds = 5

const keysOf = ({ recordingOf, callId }: HandedMessage) => [
  handedRecordingKey(recordingOf, callId),
  handedFactsKey(recordingOf, callId)
]

/** @returns true: the queue has it. The caller has looked after the call until now */
export async function handOver(
  env: Env,
  { userId, keyId, secretHash }: SentKey,
  { callId, beganAt }: { callId: string; beganAt: number },
  { recording: { bytes, ...recording }, seconds }: AskedTranscription
): Promise<boolean> {
  const facts: Facts = { keyId, secretHash, recording, seconds, beganAt }
  await Promise.all([
    env.MEDIA.put(handedRecordingKey(userId, callId), bytes),
    env.MEDIA.put(handedFactsKey(userId, callId), JSON.stringify(facts))
  ])
  // So that the hold outlives the way through the queue.
  if (!(await meterOf(env, userId).keyWorks(keyId, secretHash, callId))) return false
  await env.AUDIO_JOBS.send({ recordingOf: userId, callId } satisfies HandedMessage)
  return true
}

/** @returns null: the call has ended, or its bytes are gone */
async function askedOf(env: Env, message: HandedMessage): Promise<(AskedTranscription & Facts) | null> {
  const { recordingOf: userId, callId } = message
  const receipt = await meterOf(env, userId).readCall(callId)
  if (receipt?.outcome !== 'running') return null
  const [bytes, facts] = await Promise.all(keysOf(message).map((key) => env.MEDIA.get(key)))
  if (!bytes || !facts) return null
  const { recording, ...rest } = await facts.json<Facts>()
  return { ...rest, recording: { ...recording, bytes: new Uint8Array(await bytes.arrayBuffer()) } }
}

async function hear(
  env: Env,
  environment: Environment,
  { recordingOf: userId, callId }: HandedMessage,
  asked: Facts & AskedTranscription
) {
  const { keyId, secretHash, seconds, beganAt } = asked
  const user = meterOf(env, userId)
  const stop = new AbortController()
  const look = () => user.keyWorks(keyId, secretHash, callId)
  if (!(await look())) stop.abort()
  const works: Promise<unknown>[] = []
  const at = Date.now()
  const around = { env, environment, userId, keep: (work: Promise<unknown>) => void works.push(work) }
  const heard = await lookedAfter(heardBy(around, asked, stop.signal), { stop: () => stop.abort() }, userId, look)
  const kept = new KeptAnswer()
  if (heard.state === 'heard') kept.add({ type: 'text', text: heard.text })
  const now = Date.now()
  const billed = await user.endCall({ callId, usage: null, ...toldOf(heard, kept), ms: now - beganAt })
  const attempts = attemptsOf(heard, seconds, { at, totalMs: now - at })
  await saveAttempts(env, userId, { model: transcriptionModel, attempts, chargedMicros: billed?.costMicros ?? 0 })
  await Promise.all(works)
}

/** Ends the call that was handed over, unless it has ended. Never throws. */
export async function finishHanded(env: Env, message: Message, handed: HandedMessage): Promise<void> {
  try {
    const asked = await askedOf(env, handed)
    if (asked) await hear(env, parseEnvironment(env), handed, asked)
    await env.MEDIA.delete(keysOf(handed))
    message.ack()
  } catch (error) {
    report(handed.recordingOf, { event: 'answer-bug', error: nameOf(error) })
    message.retry({ delaySeconds: pauseSeconds })
  }
}
