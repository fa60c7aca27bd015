// Counts the days of the trends: a duty of the clock.
import { chatServices } from '#contract/catalogue/chat.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { apiCalls } from '#contract/api-key-words.ts'
import { type Directory, openDirectory, openHistories } from '#data/base/database.ts'
import { countedSince, type Figure, figuresOfPeople, storeDay } from '#data/directory/trends.ts'
import { usageOfDay } from '#data/history/trends.ts'
import { type CalendarDay, daysUntil } from '#domain/billing-calendar.ts'
import { daysToCount } from '#domain/trends.ts'

const services = [...chatServices, ...studioEntries.map(({ id }) => id), apiCalls.service]

/** Of one portion: each day reads what all users did in it. */
export const daysAtOnce = 5

/** What all users did in a day. Each user is in one history, so that the sums of the histories add up. */
async function figuresOfUse(env: Env, day: CalendarDay): Promise<Figure[]> {
  const found = await Promise.all(openHistories(env).map(({ history }) => usageOfDay(history, services, day)))
  const active = found.reduce((sum, one) => sum + one.active, 0)
  const lines = found.flatMap((one) => one.services)
  const names = [...new Set(lines.map(({ service }) => service))]
  const sums = (service: string, of: 'operations' | 'spent' | 'failures') =>
    lines.filter((line) => line.service === service).reduce((sum, line) => sum + line[of], 0)
  return [
    { figure: 'active', service: '', value: active },
    ...names.flatMap((service) =>
      (['operations', 'spent', 'failures'] as const).map((figure) => ({
        figure,
        service,
        value: sums(service, figure)
      }))
    )
  ]
}

async function countDay(env: Env, directory: Directory, day: CalendarDay, now: number): Promise<void> {
  const [people, use] = await Promise.all([figuresOfPeople(directory, day), figuresOfUse(env, day)])
  await storeDay(directory, day.day, [...people, ...use], now)
}

/** @returns how many days were counted */
export async function countTrends(env: Env, now: number): Promise<number> {
  const directory = openDirectory(env)
  const [first] = daysUntil(now, 366)
  const due = daysToCount(await countedSince(directory, first?.day ?? ''), now).slice(0, daysAtOnce)
  for (const day of due) await countDay(env, directory, day, now)
  return due.length
}
