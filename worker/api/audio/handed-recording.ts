// A recording whose client has left, and which takes longer than the platform lets a Worker live after that: its bytes wait in R2, and the
// consumer of a queue asks the supplier anew (finish-handed.ts). The call stays open meanwhile, with its hold and its name, so its repetitions
// wait for it; it is ended, and paid, once: `endCall` takes the first end. A message may come twice, late or never: then the object frees the hold.
import { handedFactsKey, handedRecordingKey } from '#data/files/job-files.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { Recording } from '#providers/media/transcription.ts'
import type { SentKey } from '../base/caller.ts'
import type { AskedTranscription } from './hearing.ts'

export interface HandedMessage {
  /** The user's id. */
  recordingOf: string
  callId: string
}

export interface HandedFacts extends Pick<SentKey, 'keyId' | 'secretHash'> {
  recording: Omit<Recording, 'bytes'>
  seconds: number
  beganAt: number
}

/** @returns true: the queue has it. The caller has looked after the call until now */
export async function handOver(
  env: Env,
  { userId, keyId, secretHash }: SentKey,
  { callId, beganAt }: { callId: string; beganAt: number },
  { recording: { bytes, ...recording }, seconds }: AskedTranscription
): Promise<boolean> {
  const facts: HandedFacts = { keyId, secretHash, recording, seconds, beganAt }
  await Promise.all([
    env.MEDIA.put(handedRecordingKey(userId, callId), bytes),
    env.MEDIA.put(handedFactsKey(userId, callId), JSON.stringify(facts))
  ])
  // So that the hold outlives the way through the queue.
  if (!(await userOf(env, userId).keyWorks(keyId, secretHash, callId))) return false
  await env.AUDIO_JOBS.send({ recordingOf: userId, callId } satisfies HandedMessage)
  return true
}
