// What is said about a job in its states.
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { GalleryKind, Job } from '#contract/jobs.ts'
import { kindOf } from './job-order.ts'

const making: Record<Job['kind'], string> = {
  image: 'Создаём изображение',
  'image-tool': 'Обрабатываем изображение',
  video: 'Создаём видео',
  audio: 'Озвучиваем текст'
}

/** Once the provider is done, what is left is to store the result. */
const nearlyAll = 0.995

/** What happens to a job that has not ended, in two or three words. */
export function stageOf({ state, kind, progress, cancelling }: Job): string {
  if (cancelling) return 'Отменяем…'
  if (state === 'checking') return 'Выясняем…'
  if (state === 'queued') return 'В очереди'
  return progress !== null && progress >= nearlyAll ? 'Сохраняем результат' : making[kind]
}

export const checkingText =
  'Модель не подтвердила, чем всё закончилось. Спрашиваем её снова; если ответа не будет, токены вернутся'

/** What cancelling costs, or does not. */
export const cancelConsequence = ({ state }: Pick<Job, 'state'>): string =>
  state === 'queued'
    ? 'Работа ещё не началась: отмена бесплатна'
    : 'Если работа всё же завершится, она будет сохранена и оплачена'

export const cancelledText = 'Работа отменена. Токены не списаны'

/** How an ended job is called in a list. */
export const endWords: Record<'completed' | 'failed' | 'cancelled', string> = {
  completed: 'Готово',
  failed: 'Не получилось',
  cancelled: 'Отменено'
}

/** `Midjourney`; the service's own key for one that the menu does not know. */
export function toolOf({ service }: Pick<Job, 'service'>): string {
  const path = pathOfService(service)
  return path ? tools[path].title : service
}

/** Where the same is asked for again; null when the tool is gone. */
export function repeatPath({ service, id }: Pick<Job, 'service' | 'id'>): string | null {
  const path = pathOfService(service)
  return path ? `${path}?repeat=${id}` : null
}

/** What the user wrote; null for the tools that work without words. */
export function promptOf({ parameters }: Pick<Job, 'parameters'>): string | null {
  const { prompt } = parameters
  return typeof prompt === 'string' && prompt.trim() !== '' ? prompt : null
}

export const kindWords: Record<GalleryKind, string> = { image: 'Изображение', video: 'Видео', audio: 'Аудио' }

/** The work in a line: what was asked for, else what was done with which tool. */
export const nameOf = (job: Job): string => promptOf(job) ?? `${kindWords[kindOf(job)]}, ${toolOf(job)}`
