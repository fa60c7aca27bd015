// Prepares an action on a picture that Midjourney has made, as a job of its own. What the provider calls the picture is
// read from the job that made it: the client names only its own job and the variant.
import {
  actionsOn,
  isBasicAction,
  midjourneyActions,
  midjourneySubject,
  priceOfAction
} from '#contract/catalogue/midjourney-actions.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { type PictureChange, placeOf } from '#contract/job-orders.ts'
import { findJob, type JobRow } from '#data/history/jobs.ts'
import { findUpscale } from '#data/history/upscales.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { accountPlanOf } from '#domain/account-plan.ts'
import { cardBytes, jobBytes } from '#domain/stored-bytes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { digestOf } from '../crypto/digest.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitChatWrites } from '../http/limit.ts'
import { inForce } from '../http/in-force.ts'
import { callerPlan } from '../http/session.ts'
import { loadChatPlaces } from './late-chat-place.ts'
import { placedBytes, type PreparedJobs, takeLimits } from './prepare-job.ts'
import { ownJob } from './routes.ts'
import { type Submitted, submitPrepared } from './submit-job.ts'

const refusedAt = (path: string, msg: string) => new AppError('VALIDATION_FAILED', { details: [{ path, msg }] })

/**
 * The variant that is meant; null for a picture that stands alone.
 * @throws AppError when the job has no such picture, or the action is not for its pictures
 */
function tileOf(parent: JobRow, { action, tile }: PictureChange): number | null {
  if (parent.step !== 'completed' || !actionsOn(parent).includes(action))
    throw refusedAt('action', 'С этой картинкой так сделать нельзя')
  if (midjourneySubject(parent) === 'picture') {
    if (tile !== undefined) throw refusedAt('tile', 'Эта картинка одна, выбирать вариант не нужно')
    return null
  }
  if (tile === undefined) throw refusedAt('tile', 'Выберите один из четырёх вариантов')
  return tile
}

/** The provider's names for the action. @throws AppError PICTURE_EXPIRED when the provider's own id is not known */
function optionsOf({ ticket: taskId }: JobRow, { action }: PictureChange, tile: number | null) {
  if (taskId === null) throw new AppError('PICTURE_EXPIRED')
  const { upstream } = midjourneyActions[action]
  if (upstream.model === 'action') return { taskId, button: upstream.button }
  return { taskId, action: upstream.action, index: tile ?? 1 }
}

/** The parameters of the picture, which the new one shares, and what was done with it. */
function parametersOf(parent: JobRow, { id, action }: PictureChange, tile: number | null) {
  const { tile: _, ...shared } = parent.parameters
  return { ...shared, parent: id, action, ...(tile !== null && { tile }) }
}

const fingerprintOf = ({ id, action, tile }: PictureChange): string =>
  digestOf(JSON.stringify(['picture-change', id, action, tile ?? null]))

/** @throws AppError: no such picture, action or variant, plan, limits */
async function prepareChange(
  c: AppContext,
  { change, parent, tile }: { change: PictureChange; parent: JobRow; tile: number | null },
  operationId: string
): Promise<PreparedJobs> {
  const { userId } = c.var.caller
  const { upstream, history } = midjourneyActions[change.action]
  const options = optionsOf(parent, change, tile)
  const parameters = parametersOf(parent, change, tile)
  if (!mayUse(accountPlanOf(callerPlan(c), Date.now()), isBasicAction(parameters)))
    throw new AppError('MODEL_NOT_IN_PLAN')
  const id = jobIdOf(userId, operationId)
  const { kind, service, provider } = parent
  const { place } = placeOf(change)
  const ordered = { userId, service, kind, parameters, createdAt: Date.now() }
  const bytes = jobBytes(parameters, options) + (await placedBytes({ place, ordered, operationId, size: 1 }))
  await takeLimits(c, { id, kind, count: 1, bytes })
  return {
    action: { kind: history },
    uploads: [],
    jobs: [
      {
        id,
        userId,
        operationId,
        fingerprint: fingerprintOf(change),
        kind,
        service,
        model: null,
        provider,
        upstreamModel: upstream.model,
        // Only the account that has the picture can change it.
        supply: parent.supply && { supplier: parent.supply.supplier, model: upstream.model },
        parameters,
        options,
        language: null,
        uploads: [],
        madeFrom: [{ parameter: 'parent', job: change.id, file: (tile ?? 1) - 1 }],
        priceTokens: priceOfAction(change.action, parameters, (await inForce(c)).prices),
        createdAt: Date.now()
      }
    ]
  }
}

/** Adds the card of an enlargement that is there already to the chat of the request. */
async function showAgain(
  c: AppContext,
  { change, enlarged }: { change: PictureChange; enlarged: JobRow },
  operationId: string
): Promise<void> {
  const { place } = placeOf(change)
  if (!place) return
  const { cardFor } = await loadChatPlaces()
  const card = await cardFor(c, { jobs: [{ ...enlarged, operationId, createdAt: Date.now() }], place })
  await limitChatWrites(c, cardBytes(card))
  await userOf(c.env, enlarged.userId).addWorks({ jobs: [], card: { ...card, works: [enlarged.operationId] } })
}

/**
 * Submits an action, only once for one operation id. The same variant is enlarged only once: its enlargement would be
 * the same picture again, so the call returns the existing job, and charges nothing.
 * @throws AppError NOT_FOUND for a picture that is not the caller's; what `prepareChange` and `submitPrepared` throw
 */
export async function submitChange(change: PictureChange, operationId: string, c: AppContext): Promise<Submitted> {
  // A proposal names no action.
  if (change.unasked) throw new AppError('BAD_REQUEST')
  const { userId } = c.var.caller
  // A submission that is repeated finds its job even if the picture was deleted meanwhile.
  const known = await findJob(historyOf(c), jobIdOf(userId, operationId))
  if (known) {
    if (known.fingerprint !== fingerprintOf(change)) throw new AppError('IDEMPOTENCY_MISMATCH')
    return { rows: [known], isReplay: true }
  }
  const parent = await ownJob(c, change.id)
  const tile = tileOf(parent, change)
  const enlarges = change.action === 'upscale' && tile !== null ? { sheet: parent, tile } : undefined
  const enlarged = enlarges && (await findUpscale(historyOf(c), enlarges))
  if (enlarged) {
    await showAgain(c, { change, enlarged }, operationId)
    return { rows: [enlarged], isReplay: true }
  }
  const prepared = await prepareChange(c, { change, parent, tile }, operationId)
  return submitPrepared({ ...prepared, ...placeOf(change), ...(enlarges && { enlarges }) }, c)
}
