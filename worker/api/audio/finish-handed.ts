// Ends calls that handed-recording.ts has handed over. Apart from it, because no call needs this code.
import { transcriptionModel } from '#contract/v1/transcriptions.ts'
import { handedFactsKey, handedRecordingKey } from '#data/files/job-files.ts'
import type { Environment } from '#domain/environment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { textAt } from '#providers/http/fields.ts'
import { KeptAnswer } from '../calls/kept-answer.ts'
import { lookedAfter } from '../calls/looked-after.ts'
import { saveAttempts } from '../calls/save-attempts.ts'
import type { HandedFacts, HandedMessage } from './handed-recording.ts'
import { type AskedTranscription, attemptsOf, heardBy, toldOf } from './hearing.ts'

/** Null: the message is of something else. */
export function handedIn(body: unknown): HandedMessage | null {
  const [recordingOf, callId] = [textAt(body, 'recordingOf'), textAt(body, 'callId')]
  return recordingOf === null || callId === null ? null : { recordingOf, callId }
}

/** After an error of ours. */
const pauseSeconds = 5

const keysOf = ({ recordingOf, callId }: HandedMessage) => [
  handedRecordingKey(recordingOf, callId),
  handedFactsKey(recordingOf, callId)
]

/** @returns null: the call has ended, or its bytes are gone */
async function askedOf(env: Env, message: HandedMessage): Promise<(AskedTranscription & HandedFacts) | null> {
  const { recordingOf: userId, callId } = message
  const receipt = await userOf(env, userId).readCall(callId)
  if (receipt?.outcome !== 'running') return null
  const [bytes, facts] = await Promise.all(keysOf(message).map((key) => env.MEDIA.get(key)))
  if (!bytes || !facts) return null
  const { recording, ...rest } = await facts.json<HandedFacts>()
  return { ...rest, recording: { ...recording, bytes: new Uint8Array(await bytes.arrayBuffer()) } }
}

async function hear(
  env: Env,
  environment: Environment,
  { recordingOf: userId, callId }: HandedMessage,
  asked: HandedFacts & AskedTranscription
) {
  const { keyId, secretHash, seconds, beganAt } = asked
  const user = userOf(env, userId)
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
  const figures = { model: transcriptionModel, attempts, chargedMicros: billed?.costMicros ?? 0 }
  await saveAttempts(env, userId, { surface: 'transcriptions', ...figures })
  await Promise.all(works)
}

/** Ends the call that was handed over, unless it has ended. Never throws. */
export async function finishHanded(env: Env, message: Message, handed: HandedMessage): Promise<void> {
  try {
    const asked = await askedOf(env, handed)
    if (asked) await hear(env, environmentOf(env), handed, asked)
    await env.MEDIA.delete(keysOf(handed))
    message.ack()
  } catch (error) {
    report(handed.recordingOf, { event: 'answer-bug', error: nameOf(error) })
    message.retry({ delaySeconds: pauseSeconds })
  }
}
