// Operators write the announcements that all users see.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/prices/announcements.ts'
import {
  addAnnouncement,
  announcementHistory,
  type AnnouncementRow,
  endAnnouncement,
  findAnnouncement
} from '#data/directory/announcements.ts'
import { digestOf } from '../../crypto/digest.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { recorded } from '../access/record.ts'
import { expectPeriod } from './period.ts'

const pageSize = 50

function announcementView(row: AnnouncementRow): contract.ShownAnnouncement {
  const now = Date.now()
  return {
    id: row.id,
    text: row.text,
    severity: row.severity,
    state: row.endsAt <= now ? 'over' : row.startsAt > now ? 'coming' : 'shown',
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    created_at: row.createdAt,
    created_by: row.createdBy
  }
}

async function viewOf(c: AppContext, id: string) {
  const row = expectFound(await findAnnouncement(c.var.directory, id))
  return { announcement: announcementView(row) }
}

async function factsOf(c: AppContext, id: string) {
  const row = await findAnnouncement(c.var.directory, id)
  return row ? { text: row.text, starts_at: row.startsAt, ends_at: row.endsAt } : {}
}

export function mountAnnouncementOffice(app: Hono<HonoEnv>) {
  serve(app, contract.listAnnouncements, async ({ before }, c) => {
    const rows = await announcementHistory(c.var.directory, { before, limit: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    const next = rows.length > pageSize ? (shown.at(-1)?.createdAt ?? null) : null
    return { announcements: shown.map(announcementView), next }
  })

  serve(app, contract.addAnnouncement, async ({ idempotency_key: key, operator, reason, ...asked }, c) => {
    const { text, severity, starts_at: startsAt, ends_at: endsAt } = asked
    expectPeriod(startsAt, endsAt)
    const id = digestOf(`announcement:${key}`)
    const facts = () => factsOf(c, id)
    const change = {
      action: 'announcement-add',
      subject: id,
      idempotency_key: key,
      operator,
      reason,
      request: asked,
      facts
    } as const
    await recorded(c, change, async () => {
      const createdBy = expectOwnName(c, operator)
      const row = { id, text, severity, startsAt, endsAt, createdAt: Date.now(), createdBy }
      await addAnnouncement(c.var.directory, row)
    })
    return viewOf(c, id)
  })

  serve(app, contract.endAnnouncement, async ({ id, ...who }, c) => {
    await viewOf(c, id)
    const facts = () => factsOf(c, id)
    await recorded(c, { action: 'announcement-end', subject: id, ...who, facts }, async () => {
      await endAnnouncement(c.var.directory, id, Date.now())
    })
    return viewOf(c, id)
  })
}
