// What the steps of jobs and the services are called in the console.
import { makerNames } from '#contract/maker-names.ts'
import { isJobFailureCode, type JobFailureCode } from '#contract/job-failures.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { chatServices } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { apiCalls } from '#contract/api-key-words.ts'
import type { OperatorJob } from '#contract/operator/jobs/jobs.ts'

type Step = OperatorJob['step']

export const stepNames: Record<Step, string> = {
  queued: 'ждёт места',
  submitting: 'отправляется',
  running: 'выполняется',
  checking: 'выясняем',
  completed: 'готова',
  failed: 'не удалась',
  cancelled: 'отменена'
}

const titles = new Map<string, string>([
  ...chatServices.map((service) => [service, tools[`/${service}`].title] as const),
  ...studioEntries.map(({ id, title }) => [id, title] as const),
  [apiCalls.service, apiCalls.title]
])

const failures: Record<JobFailureCode, string> = {
  MODERATED: 'отклонена правилами модели',
  REJECTED: 'модель не приняла запрос',
  PROVIDER_BUSY: 'поставщик перегружен',
  PROVIDER_UNAVAILABLE: 'поставщик недоступен',
  PROVIDER_FAILED: 'поставщик не смог её сделать',
  RESULT_LOST: 'ссылка на результат не действует',
  RESULT_BROKEN: 'результат повреждён',
  RESULT_TOO_LARGE: 'результат слишком большой',
  SOURCE_GONE: 'исходной картинки у поставщика нет',
  OUTCOME_UNKNOWN: 'поставщик не сообщил итог',
  TOO_SLOW: 'не успела в срок',
  QUEUE_TOO_LONG: 'не дождалась места',
  TRANSLATION_FAILED: 'описание не перевелось',
  INTERNAL: 'наша ошибка'
}

/** What was done about a message that could not be processed. */
export const resolutionNames = { retried: 'отправлено ещё раз', closed: 'закрыто' } as const

/** Why a job has no result. */
export const failureWords = (code: string): string => (isJobFailureCode(code) ? failures[code] : code)

/** Whom the product asks. @param provider an id, of a supplier that operators have added too */
export const providerTitle = (provider: string): string => makerNames[provider] ?? provider

export const serviceTitle = (service: string): string => titles.get(service) ?? service
