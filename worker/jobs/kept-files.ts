// Files of the user's own jobs that a request names in place of an upload. They are checked like uploads and copied for the
// new job, so that deleting the job they come from does not stop it.
import { namedJobFile, origin, type JobFileRef } from '#contract/catalogue/job-file-refs.ts'
import type { FileParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { resultKey, sourceKey, uploadKey } from '#data/files/job-files.ts'
import { findUserJob, type JobRow } from '#data/history/jobs.ts'
import type { MadeFrom } from '#domain/job.ts'
import { type AppContext, historyOf } from '../http/context.ts'

const texts = {
  gone: 'Этого файла больше нет: работа удалена. Загрузите файл или выберите другую работу',
  unfinished: 'Эта работа ещё не готова. Дождитесь результата',
  noPicture: 'Этот результат сюда не подходит: нужно изображение',
  noVideo: 'Этот результат сюда не подходит: нужно видео'
} as const

/** A string is the message of a refusal. */
type Found = { row: JobRow; file: number | string } | string

/** Only jobs of the caller are looked at: a job of another user and one that never was are refused alike. */
async function find(c: AppContext, { job, file }: JobFileRef): Promise<Found> {
  const row = await findUserJob(historyOf(c), c.var.caller.userId, job)
  if (!row || row.deletedAt !== null) return texts.gone
  const from = row.madeFrom?.find(({ parameter }) => parameter === file)
  // The job has no copy of a file that came from another job, but it has the files that the browser made from it.
  if (from && !from.derived) return find(c, from)
  if (typeof file === 'number' && row.step !== 'completed') return texts.unfinished
  return { row, file }
}

/** The object in R2; null when it is gone. */
async function headOf({ MEDIA }: Env, { id, uploads }: JobRow, file: number | string): Promise<R2Object | null> {
  if (typeof file === 'number') return MEDIA.head(resultKey(id, file))
  if (!uploads.includes(file)) return null
  return (await MEDIA.head(sourceKey(id, file))) ?? MEDIA.head(uploadKey(id, file))
}

/** A file that the job was made from; null when it is gone. */
export async function findSource(c: AppContext, { operationId }: JobRow, parameter: string): Promise<R2Object | null> {
  const found = await find(c, { job: operationId, file: parameter })
  return typeof found === 'string' ? null : headOf(c.env, found.row, found.file)
}

/** What is known of the file before its bytes are read. */
function problemOf(parameter: FileParameter, { files }: JobRow, file: number | string, size: number): string | null {
  const type = files.find(({ index }) => index === file)?.type
  if (type !== undefined && !parameter.mediaTypes.includes(type))
    return parameter.kind === 'video' ? texts.noVideo : texts.noPicture
  return size > parameter.sizeBytesMax ? parameter.tooLargeText : null
}

/**
 * Reads the file that `sent` names, within the memory for files.
 * @returns the message of a refusal when there is no such file of this user, or when it does not suit the parameter
 * @throws AppError UNAVAILABLE when other requests fill the memory
 */
export async function readKeptFile(
  c: AppContext,
  parameter: FileParameter,
  sent: string
): Promise<Uint8Array<ArrayBuffer> | string> {
  const named = namedJobFile(sent)
  const found = named ? await find(c, named) : texts.gone
  if (typeof found === 'string') return found
  const head = await headOf(c.env, found.row, found.file)
  if (!head) return texts.gone
  const problem = problemOf(parameter, found.row, found.file, head.size)
  if (problem !== null) return problem
  await c.var.files.claimStored(head.size)
  const object = await c.env.MEDIA.get(head.key)
  return object ? new Uint8Array(await object.arrayBuffer()) : texts.gone
}

/** The result that a sent file is, or that the browser made it from; null when there is none of this user. */
async function originOf(c: AppContext, sent: string): Promise<Omit<MadeFrom, 'parameter'> | null> {
  const copied = namedJobFile(sent)
  const named = copied ?? origin(sent)
  const found = named && (await find(c, named))
  if (!found || typeof found === 'string') return null
  const { row, file } = found
  if (typeof file === 'number') return { job: row.operationId, file, ...(copied === null && { derived: true }) }
  // This upload was itself made from a result, and the new job names that result too.
  const before = row.madeFrom?.find(({ parameter }) => parameter === file)
  return before ? { job: before.job, file: before.file, derived: true } : null
}

/** Which of the files of a request come from the user's jobs; null when none does. */
export async function madeFromOf(
  c: AppContext,
  parameters: readonly FileParameter[],
  values: ParameterValues
): Promise<MadeFrom[] | null> {
  const found: MadeFrom[] = []
  for (const { name: parameter } of parameters) {
    const sent = values[parameter]
    const from = typeof sent === 'string' ? await originOf(c, sent) : null
    if (from) found.push({ parameter, ...from })
  }
  return found.length > 0 ? found : null
}
