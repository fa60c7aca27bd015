import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ToolPath } from '#contract/catalogue/menu.ts'
import { cheapestPurchaseRub } from '#contract/catalogue/packages.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { Job } from '#contract/jobs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { batchPriceOf } from '#contract/catalogue/batch.ts'
import { isBasicSetting } from '#contract/catalogue/price.ts'
import type { SessionUser } from '../../base/session/session-store.ts'
import { formatRubles } from '../../base/format/money.ts'
import { isEnded } from '../job/job-order.ts'
import { trimmedValues } from './settings.ts'
import { ApiError, clientCode } from '../../base/http/api-error.ts'
import { errorText, isSessionLost } from '../../base/http/error-text.ts'
import { paidErrorText } from '../../base/http/paid-error-text.ts'

/** Pages whose button is disabled until one field is filled. On other pages a click shows what is missing. */
const waitsFor: Partial<Record<ToolPath, string>> = {
  '/midjourney': 'prompt',
  '/flux': 'prompt',
  '/stable-diffusion': 'prompt',
  '/stability': 'image',
  '/luma': 'prompt',
  '/veo3': 'prompt'
}

/** Whether the button can be disabled. */
export const mayWait = ({ path }: StudioEntry): boolean => waitsFor[path] !== undefined

/** What is missing while the button is disabled because its field is empty; null when it is not. */
export function missingText({ path, parameters }: StudioEntry, values: ParameterValues): string | null {
  const field = waitsFor[path]
  if (field === undefined || (trimmedValues(values)[field] ?? '') !== '') return null
  const parameter = parameters.find(({ name }) => name === field)
  const own = parameter && 'requiredText' in parameter ? parameter : undefined
  return own?.missingText ?? own?.requiredText ?? 'Заполните форму'
}

/** A request in words: its prompt, or the name of a page that takes none. */
export function wordsOf({ title }: StudioEntry, { prompt }: ParameterValues): string {
  const words = typeof prompt === 'string' ? prompt.trim() : ''
  return words === '' ? title : words
}

/** Whether the plan of the user does not allow the settings. */
export const isLocked = (entry: StudioEntry, values: ParameterValues, user: SessionUser | null): boolean =>
  user !== null && !mayUse(user.plan, isBasicSetting(entry, trimmedValues(values)))

/** `выполняется 1, в очереди 2`: the jobs of this page that may still give a result; null without any. */
export function queueWords(jobs: readonly Job[]): string | null {
  const goingOn = jobs.filter((job) => !isEnded(job) && job.state !== 'checking' && !job.cancelling)
  const waiting = goingOn.filter(({ state }) => state === 'queued').length
  const parts = [
    ...(goingOn.length > waiting ? [`выполняется ${goingOn.length - waiting}`] : []),
    ...(waiting > 0 ? [`в очереди ${waiting}`] : [])
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** The price of the current settings, of all jobs together, by the same function as on the server. */
export const currentPrice = (entry: StudioEntry, values: ParameterValues): number =>
  batchPriceOf(entry, trimmedValues(values))

export const lockedText = `Эти настройки станут доступны после первой покупки токенов: от ${formatRubles(cheapestPurchaseRub)}`
export const signInText = 'Необходимо войти в систему'

/** Why a request failed: the page's own words, then the server's reason if there was an answer. */
export function refusalText({ texts }: StudioEntry, error: unknown): string {
  if (!(error instanceof ApiError) || error.code === clientCode.network) return texts.failed
  if (isSessionLost(error)) return errorText(error)
  // They say themselves what to do.
  if (error.code === 'INSUFFICIENT_TOKENS' || error.code === 'BUDGET_EXCEEDED') return paidErrorText(error)
  // In the studio this error may also concern a duration or a quality.
  if (error.code === 'MODEL_NOT_IN_PLAN') return lockedText
  return `${texts.failed}: ${errorText(error)}`
}
