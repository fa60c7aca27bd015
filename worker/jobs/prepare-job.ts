// Prepares a job from a parsed request: catalogue entry, price, provider options, checked files. Has no effect and
// costs nothing, except for one token of the rate limit.
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { StudioEntry, StudioKind } from '#contract/catalogue/entry.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { GenerationRequest } from '#contract/generation.ts'
import type { FileParameter, Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { isBasicSetting, priceOf } from '#contract/catalogue/price.ts'
import { findJob, type NewJob } from '#data/history/jobs.ts'
import { jobIdOf } from '#data/job-files.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { jobBytes } from '#domain/stored-bytes.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { digestOf } from '../crypto/digest.ts'
import { AppError } from '../http/errors.ts'
import { callerHasRoom, limitJobs } from '../http/limit.ts'
import { callerAccount } from '../http/session.ts'
import { checkUploads, type Upload } from './check-uploads.ts'

export interface PreparedJob {
  job: NewJob
  uploads: Upload[]
  /** Its name in the history. */
  action: string
}

const actions: Record<StudioKind, string> = {
  image: 'Генерация изображения',
  'image-tool': 'Обработка изображения',
  video: 'Генерация видео',
  audio: 'Озвучивание текста'
}

const isFile = (parameter: Parameter): parameter is FileParameter => 'mediaTypes' in parameter

function entryOf(service: string): StudioEntry {
  const entry = findStudioEntry(service)
  if (!entry) throw new AppError('NOT_FOUND')
  return entry
}

/** The request without its files: small enough for a row. */
function withoutFiles(values: ParameterValues, files: readonly FileParameter[]): ParameterValues {
  const names = new Set(files.map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

/** Fingerprint of the parameters and files: the same request always has the same one. */
function fingerprintOf(service: string, parameters: ParameterValues, uploads: readonly Upload[]): string {
  const asked = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return digestOf(JSON.stringify([service, asked, uploads.map(({ parameter, digest }) => [parameter, digest])]))
}

/**
 * A repeated submission needs no room.
 * @throws AppError STORAGE_FULL, STORAGE_DAY_FULL, RATE_LIMITED
 */
export async function takeLimits(
  c: AppContext,
  { id, kind, bytes }: { id: string; kind: StudioKind; bytes: number }
): Promise<void> {
  if (!(await callerHasRoom(c, bytes)) && !(await findJob(historyOf(c), id))) throw new AppError('STORAGE_FULL')
  await limitJobs(c, kind, bytes)
}

/** @throws AppError: model not in the plan, no room, limits, no memory for the files, a file that is refused */
export async function prepareJob(
  { service, parameters: values }: GenerationRequest,
  operationId: string,
  c: AppContext
): Promise<PreparedJob> {
  const entry = entryOf(service)
  const files = entry.parameters.filter(isFile)
  const parameters = withoutFiles(values, files)
  const priceTokens = priceOf(entry, parameters)
  if (!mayUse(accountPlanOf(callerAccount(c), Date.now()), isBasicSetting(entry, parameters)))
    throw new AppError('MODEL_NOT_IN_PLAN')
  const route = mediaRouteOf(entry, parameters)
  const options = translated(route, parameters)
  const id = jobIdOf(c.var.caller.userId, operationId)
  await takeLimits(c, { id, kind: entry.kind, bytes: jobBytes(parameters, options) })
  await c.var.files.claimCopies()
  const uploads = await checkUploads(files, values, route, c.var.files)
  const { userId } = c.var.caller
  const { model } = parameters
  return {
    action: actions[entry.kind],
    uploads,
    job: {
      id,
      userId,
      operationId,
      fingerprint: fingerprintOf(entry.id, parameters, uploads),
      kind: entry.kind,
      service: entry.id,
      model: typeof model === 'string' ? model : null,
      provider: route.provider,
      upstreamModel: route.model,
      parameters: { ...parameters },
      options,
      language: route.language ?? null,
      uploads: uploads.map(({ parameter }) => parameter),
      priceTokens,
      createdAt: Date.now()
    }
  }
}
