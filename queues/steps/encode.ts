// Encodes the provider's recording of a part. The reader does it, and a document of another user may have killed the reader: so the
// samples are stored before, and the job waits when there is no encoder, because the provider was paid for them.
import { changeJob, type JobRow } from '#data/history/jobs.ts'
import { partsTicket } from '#domain/job.ts'
import { pauseForPlaceMs } from '#domain/job-failure.ts'
import { encodingMaxMs } from '#domain/encoding.ts'
import { nameOf, report } from '#notices/report.ts'
import { type JobContext, type NextStep, nextStepOf, providerOf } from '../base/context.ts'
import { lost } from './finish.ts'
import { readerSays } from '../base/reader.ts'
import { storeTicket } from './ticket.ts'
import { type PartOptions, removeSamples } from '../speech/parts.ts'
import { encodedKilobits, encodedSound, sampleRate, type Sound } from '../speech/sound.ts'

/**
 * @param keep takes the encoded sound
 * @returns the result of `keep`, or when to try again: in some seconds, until the job's time is over
 */
export async function encodePart(
  context: JobContext,
  held: JobRow,
  { part, samples }: { part: PartOptions; samples: Sound },
  keep: (sound: Sound) => Promise<NextStep>
): Promise<NextStep> {
  let sound: Sound | null
  try {
    sound = await encodedSound(samples, (bytes) =>
      readerSays(
        context.env,
        (reader) => reader.encodeMp3(new Blob([bytes]).stream(), sampleRate, encodedKilobits),
        encodingMaxMs
      )
    )
  } catch (error) {
    return waitForEncoder(context, held, error)
  }
  if (sound !== null) return keep(sound)
  await removeSamples(context.env, held, part)
  return lost(context, held, 'RESULT_BROKEN', 'BrokenResult')
}

/** Messages come in whole seconds, so up to one later than they are due. */
const lateByMs = 1000

async function waitForEncoder(context: JobContext, held: JobRow, error: unknown): Promise<NextStep> {
  report(held.userId, { event: 'job-step-failed', jobId: held.id, error: nameOf(error) })
  if (held.ticket === null) return storeTicket(context, held, await providerOf(context, held), partsTicket)
  const now = Date.now()
  const dueAt = now + pauseForPlaceMs(now - (held.startedAt ?? now), Math.random())
  if (dueAt + lateByMs >= held.deadlineAt) return lost(context, held, 'INTERNAL', nameOf(error))
  return nextStepOf(await changeJob(context.history, held, { leaseUntil: null, dueAt }))
}
