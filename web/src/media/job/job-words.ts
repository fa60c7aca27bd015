// The texts about a job.
import { tools } from '#contract/catalogue/menu.ts'
import { madeBy, midjourneyActions } from '#contract/catalogue/midjourney-actions.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { formatMoment, formatTime } from '../../base/format/dates.ts'
import { formatTokens, formatTokensGenitive } from '../../base/format/tokens.ts'
import { isEnded, kindOf } from './job-order.ts'

const making: Record<Job['kind'], string> = {
  image: 'Создаём изображение',
  'image-tool': 'Обрабатываем изображение',
  video: 'Создаём видео',
  audio: 'Озвучиваем текст'
}

/** From here on the provider is done and the result is being stored. */
const nearlyAll = 0.995

/** What is happening to a running job, in two or three words. */
export function stageOf({ state, kind, progress, cancelling, waiting }: Job): string {
  if (cancelling) return 'Отменяем…'
  if (state === 'checking') return 'Выясняем…'
  if (state === 'queued') return 'В очереди'
  if (waiting) return 'Ждём сервис'
  return progress !== null && progress >= nearlyAll ? 'Сохраняем результат' : making[kind]
}

/**
 * Why a job has not begun or does not go on, and what happens until when; null when there is nothing to say.
 * @param now milliseconds since 1970
 */
export function waitingText({ state, cancelling, waiting }: Job, now: number): string | null {
  if ((state !== 'queued' && state !== 'running') || cancelling || !waiting) return null
  const until = `Ждём до ${formatMoment(waiting.until, now)}, потом вернём токены`
  if (waiting.reason === 'turn') return `Впереди другие работы: эта начнётся, как только освободится место. ${until}`
  const leftMs = (waiting.triesAt ?? now) - now
  const again =
    leftMs < soonMs ? 'сейчас попробуем снова' : `попробуем снова в ${momentOf(waiting.triesAt ?? now, now)}`
  return `Сервис занят, ${again}. ${until}`
}

const minuteMs = 60_000
/** A try that is as near as this is «сейчас»: the text changes when it has failed. */
const soonMs = 5_000

/** With seconds where the next try is so near that minutes would say nothing. */
const momentOf = (time: number, now: number): string =>
  time - now < 2 * minuteMs ? formatTime(time) : formatMoment(time, now)

export const checkingText =
  'Модель не подтвердила, чем всё закончилось. Спрашиваем её снова; если ответа не будет, токены вернутся'

/** Whether cancelling is free, and what the jobs may still cost. @param costs the user pays for them in tokens */
export function cancelConsequence(jobs: readonly Pick<Job, 'state' | 'priceTokens'>[], costs: boolean): string {
  const one = jobs.length === 1
  const begun = jobs.filter(({ state }) => state !== 'queued')
  if (begun.length === 0) return `${one ? 'Работа ещё не началась' : 'Работы ещё не начались'}: отмена бесплатна`
  const kept = one
    ? 'Если работа всё же завершится, она будет сохранена'
    : 'Если начатые работы всё же завершатся, они будут сохранены'
  const tokens = begun.reduce((total, { priceTokens }) => total + priceTokens, 0)
  if (!costs || tokens === 0) return kept
  return `${kept} и ${one ? `оплачена: ${formatTokens(tokens)}` : `оплачены: не больше ${formatTokensGenitive(tokens)}`}`
}

export const cancelledText = 'Работа отменена. Токены не списаны'

/** The outcome of an ended job in a list. */
export const endWords: Record<'completed' | 'failed' | 'cancelled', string> = {
  completed: 'Готово',
  failed: 'Не получилось',
  cancelled: 'Отменено'
}

/** `Midjourney`; the key of the service when the menu has no such tool. */
export function toolOf({ service }: Pick<Job, 'service'>): string {
  const path = pathOfService(service)
  return path ? tools[path].title : service
}

/**
 * The address that fills the form with the same settings; null when the tool no longer exists, and for an action on an
 * earlier picture: the form would make a new sheet instead (`RepeatChange` does the action once more).
 */
export function repeatPath(job: Pick<Job, 'service' | 'id' | 'parameters'>): string | null {
  const path = pathOfService(job.service)
  return path && madeBy(job) === null ? `${path}?repeat=${job.id}` : null
}

/** The prompt; null for tools that have none. */
export function promptOf({ parameters }: Pick<Job, 'parameters'>): string | null {
  const { prompt } = parameters
  return typeof prompt === 'string' && prompt.trim() !== '' ? prompt : null
}

export const kindWords: Record<GalleryKind, string> = { image: 'Изображение', video: 'Видео', audio: 'Аудио' }

/** What the tools of one page have done; they take no prompt. */
const doneBy: Readonly<Record<string, string>> = {
  upscale: 'Увеличено',
  enhance: 'Улучшено',
  'remove-bg': 'Фон убран',
  outpaint: 'Расширено',
  'style-transfer': 'Стиль перенесён'
}

/** What an action on an earlier picture has made, like «Увеличен вариант 2»; null for other jobs. */
export function actionWords({ parameters }: Pick<Job, 'parameters'>): string | null {
  const action = madeBy({ parameters })
  return action && midjourneyActions[action].said.replace('{tile}', String(parameters.tile ?? ''))
}

/** As much of a prompt as a name needs: it is read aloud as a whole, and a text to be spoken may have twenty thousand characters. */
const tooLong = /^(.{200}).+/su

/** The name of a job: its prompt, after what was done with an earlier picture; else what was done and by which tool. */
export function nameOf(job: Job): string {
  const { tool } = job.parameters
  const words = promptOf(job) ?? `${doneBy[String(tool)] ?? kindWords[kindOf(job)]}, ${toolOf(job)}`
  const name = words.replace(tooLong, '$1…')
  const action = actionWords(job)
  return action === null ? name : `${action}: ${name}`
}

// The texts about the jobs of one submission.

/** In the order of the batch. */
export const inPlaces = (jobs: readonly Job[]): readonly Job[] =>
  jobs.toSorted((one, other) => (one.batch?.index ?? 0) - (other.batch?.index ?? 0))

const sizeOf = (jobs: readonly Job[]): number => jobs[0]?.batch?.size ?? jobs.length

const doneOf = (jobs: readonly Job[]): number => jobs.filter(({ state }) => state === 'completed').length

/** «Набор: готово 2 из 4». A deleted job counts no more. */
export const batchWords = (jobs: readonly Job[]): string =>
  `Набор: готово ${doneOf(jobs)} из ${Math.max(jobs.length, jobs.every(isEnded) ? jobs.length : sizeOf(jobs))}`

const sum = (jobs: readonly Job[], tokens: (job: Job) => number): number =>
  jobs.reduce((total, job) => total + tokens(job), 0)

/** What a batch has cost, or may cost while it runs. */
export function tokensOf(jobs: readonly Job[]): string {
  if (!jobs.every(isEnded))
    return `Спишем только за готовое: не больше ${formatTokensGenitive(sum(jobs, chargeBefore))}`
  const charged = sum(jobs, chargeAfter)
  return charged > 0 ? `Списано: ${formatTokens(charged)}` : 'Токены не списаны'
}

/** The charge is booked a moment after the result arrives. */
const chargeAfter = ({ state, chargedTokens, priceTokens }: Job): number =>
  chargedTokens ?? (state === 'completed' ? priceTokens : 0)

const chargeBefore = (job: Job): number => (isEnded(job) ? chargeAfter(job) : job.priceTokens)
