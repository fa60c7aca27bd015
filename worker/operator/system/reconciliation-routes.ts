// What an operator sees of the nightly check.
import type { Hono } from 'hono'
import { openReconciliation } from '#contract/operator/system/watch.ts'
import { differencesOf, isCheckLate, newestChecks } from '#data/directory/reconciliation-bookmark.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'

const nightsShown = 14
const differencesShown = 500

export function mountReconciliation(app: Hono<HonoEnv>) {
  serve(app, openReconciliation, async ({ night: wanted }, c) => {
    const { directory } = c.var
    const nights = await newestChecks(directory, nightsShown)
    const night = wanted ?? nights[0]?.night
    const differences = night === undefined ? [] : await differencesOf(directory, night, differencesShown)
    return {
      late: await isCheckLate(directory, Date.now()),
      nights: nights.map((check) => ({
        night: check.night,
        stage: check.stage,
        users: check.users,
        jobs: check.jobs,
        differences: check.differences,
        started_at: check.startedAt,
        moved_at: check.movedAt,
        finished_at: check.finishedAt
      })),
      differences: differences.map(({ kind, subject, userId, detail, foundAt }) => ({
        kind,
        subject,
        user_id: userId === '' ? null : userId,
        detail,
        found_at: foundAt
      }))
    }
  })
}
