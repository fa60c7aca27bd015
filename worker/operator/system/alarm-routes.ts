// What operators see of the alarms, and how they end them.
import type { Hono } from 'hono'
import { alarmSeverities } from '#contract/alarm-kinds.ts'
import { alarmDescriptions, alarmPathOf } from '#contract/alarms.ts'
import * as contract from '#contract/operator/system/alarms.ts'
import { type AlarmRow, countOpenAlarms, findAlarm, listAlarms, resolveAlarm } from '#data/directory/alarms.ts'
import { actionsAbout } from '#data/directory/operator-actions.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { actionView, recorded } from '../access/record.ts'

function alarmView(row: AlarmRow): contract.OpenedAlarm {
  const { title, todo } = alarmDescriptions[row.kind]
  const severity = alarmSeverities[row.kind]
  return {
    id: row.id,
    kind: row.kind,
    severity,
    title,
    todo,
    path: alarmPathOf(row),
    subject: row.subject,
    user_id: row.userId,
    detail: row.detail,
    first_at: row.firstAt,
    last_at: row.lastAt,
    count: row.count,
    paged_at: row.pagedAt,
    failures: row.failures,
    resolved_at: row.resolvedAt,
    resolved_by: row.resolvedBy,
    note: row.note
  }
}

const cursorOf = ({ id, resolvedAt }: AlarmRow) => `${resolvedAt === null ? 'open' : 'resolved'}-${id}`

function readCursor(cursor: string | undefined): { isOpen: boolean; id: number } | null {
  const [state, id] = cursor?.split('-') ?? []
  return id === undefined ? null : { isOpen: state === 'open', id: Number(id) }
}

/** What operators did about an alarm is recorded under this name. */
const subjectOf = (id: number) => `alarm:${id}`

/** @throws AppError NOT_FOUND */
const expectAlarm = async (c: AppContext, id: number): Promise<AlarmRow> =>
  expectFound(await findAlarm(c.var.directory, id))

const factsOf = ({ kind, subject, count, resolvedAt }: AlarmRow) => ({
  kind,
  subject,
  count,
  resolved: resolvedAt !== null
})

export function mountAlarms(app: Hono<HonoEnv>) {
  serve(app, contract.openAlarms, async ({ state, kind, cursor, limit }, c) => {
    const { directory } = c.var
    const [counts, rows] = await Promise.all([
      countOpenAlarms(directory),
      listAlarms(directory, { state, kind, after: readCursor(cursor), limit })
    ])
    const open = { urgent: 0, notice: 0 }
    for (const { kind: counted, rows: count } of counts) open[alarmSeverities[counted]] += count
    const last = rows.length === limit ? rows.at(-1) : undefined
    return { open, alarms: rows.map(alarmView), next: last ? cursorOf(last) : null }
  })

  serve(app, contract.openAlarm, async ({ id }, c) => {
    const [row, actions] = await Promise.all([expectAlarm(c, id), actionsAbout(c.var.directory, subjectOf(id))])
    return { alarm: alarmView(row), actions: actions.map(actionView) }
  })

  serve(app, contract.resolveAlarm, async ({ id, ...who }, c) => {
    const { directory } = c.var
    const row = await expectAlarm(c, id)
    const facts = async () => factsOf(row)
    const change = {
      action: 'alarm-resolve',
      subject: subjectOf(id),
      userId: row.userId ?? '',
      ...who,
      facts
    } as const
    await recorded(c, change, async (_, isRepeated) => {
      const ended = await resolveAlarm(directory, id, {
        operator: expectOwnName(c, who.operator),
        note: who.reason,
        now: Date.now()
      })
      // An earlier call may have ended the alarm and died before it was recorded.
      if (!ended && !isRepeated) throw conflict('Эта тревога уже закрыта')
      return factsOf(await expectAlarm(c, id))
    })
    return { alarm: alarmView(await expectAlarm(c, id)) }
  })
}
