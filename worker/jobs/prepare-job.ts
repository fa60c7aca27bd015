// Prepares the jobs of a parsed request: catalogue entry, price, provider options, checked files. Has no effect and
// costs nothing, except for one token of the rate limit for each job.
import { batchIdLengthMax, batchSizeOf, operationIdAt, parametersOfOne } from '#contract/catalogue/batch.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { MediaRoute, StudioEntry, StudioKind } from '#contract/catalogue/entry.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { ChatPlace } from '#contract/chat-place.ts'
import type { JobOrder } from '#contract/job-orders.ts'
import type { OperationAction } from '#contract/operation-actions.ts'
import type { FileParameter, Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { isJobFileRef } from '#contract/catalogue/job-file-refs.ts'
import { isBasicSetting, priceOf } from '#contract/catalogue/price.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { drawnSeed, seedAt, takesSeed } from '#contract/catalogue/seed.ts'
import { findJob, type NewJob } from '#data/history/jobs.ts'
import type { Variant } from '#data/history/upscales.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { ownSizeOf } from '#domain/own-size.ts'
import { jobBytes } from '#domain/stored-bytes.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { digestOf } from '../crypto/digest.ts'
import { AppError, expectFound } from '../http/errors.ts'
import { badOperationId } from '../http/operation-id.ts'
import { callerHasRoom, limitJobs } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { callerPlan } from '../http/session.ts'
import type { Placed } from './chat-place.ts'
import { loadChatPlaces } from './late-chat-place.ts'
import { checkUploads, type Upload } from './check-uploads.ts'
import { madeFromOf, readKeptFile } from './kept-files.ts'

export interface PreparedJobs {
  /** One, or all of a batch. */
  jobs: readonly [NewJob, ...NewJob[]]
  /** Each job has its own copies. */
  uploads: Upload[]
  /** What it is in the history. */
  action: OperationAction
  /** Set when the one job enlarges this variant of a sheet: an existing job that does so is returned instead. */
  enlarges?: Variant
  /** The chat to which the works are added. */
  place?: ChatPlace
}

const isFile = (parameter: Parameter): parameter is FileParameter => 'mediaTypes' in parameter

function entryOf(service: string): StudioEntry {
  return expectFound(findStudioEntry(service))
}

/** The request without its files: small enough for a row. */
function withoutFiles(values: ParameterValues, files: readonly FileParameter[]): ParameterValues {
  const names = new Set(files.map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

/** Fingerprint of the parameters and files: the same request always has the same one, and all jobs of a batch. */
function fingerprintOf(
  service: string,
  parameters: ParameterValues,
  uploads: readonly Pick<Upload, 'parameter' | 'digest'>[]
): string {
  const asked = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return digestOf(JSON.stringify([service, asked, uploads.map(({ parameter, digest }) => [parameter, digest])]))
}

/**
 * A repeated submission needs no room.
 * @throws AppError STORAGE_FULL, STORAGE_DAY_FULL, RATE_LIMITED
 */
export async function takeLimits(
  c: AppContext,
  { id, kind, count, bytes }: { id: string; kind: StudioKind; count: number; bytes: number }
): Promise<void> {
  if (!(await callerHasRoom(c, count * bytes)) && !(await findJob(historyOf(c), id))) throw new AppError('STORAGE_FULL')
  await limitJobs(c, kind, { count, bytes })
}

/** What each work takes in its chat. Orders of keys never load what this needs. */
export const placedBytes = async ({
  place,
  ...order
}: Omit<Placed, 'place'> & { place: ChatPlace | undefined }): Promise<number> =>
  place ? (await loadChatPlaces()).bytesInChat({ place, ...order }) : 0

/** @throws AppError VALIDATION_FAILED for an id that leaves no room for those of a batch */
function expectBatchId(operationId: string, size: number): void {
  if (size > 1 && operationId.length > batchIdLengthMax) throw badOperationId()
}

interface Made {
  size: number
  parameters: ParameterValues
  options: Record<string, string | number>
  /** The seed of the first job; null where the provider takes none. */
  firstSeed: number | null
}

/** What the jobs of a batch do not share: ids, places and seeds. */
function jobAt(shared: Omit<NewJob, 'id' | 'operationId' | 'parameters' | 'options'>, batchId: string, made: Made) {
  const { size, parameters, options, firstSeed } = made
  return (index: number): NewJob => {
    const operationId = operationIdAt(batchId, index)
    const seed = firstSeed === null ? {} : { seed: seedAt(firstSeed, index) }
    return {
      ...shared,
      id: jobIdOf(shared.userId, operationId),
      operationId,
      // Only a seed that the user has chosen is repeated with the settings.
      parameters: { ...parameters, ...(parameters['seed'] === undefined ? {} : seed) },
      options: { ...options, ...seed },
      batch: size > 1 ? { id: batchId, index, size } : null
    }
  }
}

type CheckedFiles = Pick<PreparedJobs, 'uploads'> & { sent: Pick<Upload, 'parameter' | 'digest'>[] } & Pick<
    NewJob,
    'madeFrom'
  >

/**
 * The files that the request names by the jobs they come from are looked up only for a new job: one that has begun has
 * its copies, and the jobs may have been deleted since.
 */
async function filesOf(
  c: AppContext,
  { id, files, values, route }: { id: string; files: FileParameter[]; values: ParameterValues; route: MediaRoute }
): Promise<CheckedFiles> {
  const given = files.flatMap(({ name }) => (typeof values[name] === 'string' ? [[name, values[name]] as const] : []))
  await c.var.files.claimCopies()
  if (given.some(([, sent]) => isJobFileRef(sent)) && (await findJob(historyOf(c), id))) {
    const bytesOf = (sent: string) => c.var.files.bytesOf(sent) ?? ''
    const sent = given.map(([parameter, one]) => ({
      parameter,
      digest: digestOf(isJobFileRef(one) ? one : bytesOf(one))
    }))
    return { uploads: [], sent }
  }
  const uploads = await checkUploads(files, values, route, async (parameter, sent) =>
    isJobFileRef(sent) ? readKeptFile(c, parameter, sent) : c.var.files.bytesOf(sent)
  )
  return { uploads, sent: uploads, madeFrom: await madeFromOf(c, files, values) }
}

/** The options for the provider, with the size that only the picture itself tells. */
function optionsFor(route: MediaRoute, options: NewJob['options'], uploads: readonly Upload[]): NewJob['options'] {
  const image = uploads.find(({ parameter }) => parameter === 'image')
  if (!route.ownSize || options['size'] !== 'auto' || !image?.width || !image.height) return options
  return { ...options, size: ownSizeOf({ width: image.width, height: image.height }) }
}

/** @throws AppError: model not in the plan, no room, limits, no memory for the files, a file that is refused */
export async function prepareJobs(
  { service, parameters: values, place }: JobOrder,
  operationId: string,
  c: AppContext
): Promise<PreparedJobs> {
  const entry = entryOf(service)
  const size = batchSizeOf(values)
  expectBatchId(operationId, size)
  const files = entry.parameters.filter(isFile)
  const parameters = parametersOfOne(withoutFiles(values, files))
  const priceTokens = priceOf(pricedEntry(entry, (await inForce(c)).prices), parameters)
  if (!mayUse(accountPlanOf(callerPlan(c), Date.now()), isBasicSetting(entry, parameters)))
    throw new AppError('MODEL_NOT_IN_PLAN')
  const route = mediaRouteOf(entry, parameters)
  const options = translated(route, parameters)
  const { userId } = c.var.caller
  const id = jobIdOf(userId, operationId)
  const ordered = { userId, service: entry.id, kind: entry.kind, parameters, createdAt: Date.now() }
  const bytes = jobBytes(parameters, options) + (await placedBytes({ place, ordered, operationId, size }))
  await takeLimits(c, { id, kind: entry.kind, count: size, bytes })
  const { uploads, sent, madeFrom = null } = await filesOf(c, { id, files, values, route })
  const { model, seed } = parameters
  const drawn = takesSeed(entry.parameters, values) ? drawnSeed(Math.random()) : null
  const shared = {
    userId,
    fingerprint: fingerprintOf(entry.id, size > 1 ? { ...parameters, count: size } : parameters, sent),
    kind: entry.kind,
    service: entry.id,
    model: typeof model === 'string' ? model : null,
    provider: route.provider,
    upstreamModel: route.model,
    language: route.language ?? null,
    uploads: uploads.map(({ parameter }) => parameter),
    madeFrom,
    priceTokens,
    createdAt: Date.now()
  }
  const firstSeed = typeof seed === 'number' ? seed : drawn
  const make = jobAt(shared, operationId, {
    size,
    parameters,
    options: optionsFor(route, options, uploads),
    firstSeed
  })
  const others = Array.from({ length: size - 1 }, (_, index) => make(index + 1))
  return { action: { kind: entry.kind }, uploads, jobs: [make(0), ...others], ...(place && { place }) }
}
