// What the steps of jobs and the services are called in the console.
import { studioEntries } from '#contract/catalogue/studio.ts'
import { chatServices } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
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
  ...studioEntries.map(({ id, title }) => [id, title] as const)
])

export const serviceTitle = (service: string): string => titles.get(service) ?? service
