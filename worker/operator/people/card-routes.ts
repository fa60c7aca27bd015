import type { Hono } from 'hono'
import { actionText } from '#contract/operation-actions.ts'
import * as contract from '#contract/operator/people/people.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { HistoryRow } from '#durable-objects/wallet/calls.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { recordReading } from '../access/record.ts'
import { expectPerson } from './expect-person.ts'
import { findPeople, limitSearches } from './find-people.ts'
import { personCard } from './person-card.ts'

const linesShown = 50

const lineOf = (userId: string, row: HistoryRow): contract.PersonLine => ({
  seq: row.seq,
  operation_id: row.operationId,
  job_id: jobIdOf(userId, row.operationId),
  service: row.service,
  action: actionText(row.action, row.attempts),
  model: row.model,
  outcome: row.outcome,
  price_tokens: row.priceTokens,
  cost_tokens: row.costTokens,
  balance_after: row.balanceAfter,
  created_at: row.createdAt,
  finished_at: row.finishedAt
})

export function mountCards(app: Hono<HonoEnv>) {
  serve(app, contract.findPeople, async ({ sought }, c) => {
    await limitSearches(c)
    const people = await findPeople(c, sought)
    for (const { user_id: userId, by } of people)
      await recordReading(c, { action: 'person-find', userId, facts: { by } })
    // The record does not keep what was typed: it may be the address of a person.
    const facts = { by: sought.includes('@') ? 'email' : 'id' }
    if (people.length === 0) await recordReading(c, { action: 'person-miss', subject: 'nobody', facts })
    return { people }
  })

  serve(app, contract.openPerson, async ({ id }, c) => {
    await expectPerson(c, id)
    await recordReading(c, { action: 'person-read', userId: id, facts: { role: c.var.operator.role } })
    return { person: await personCard(c, id) }
  })

  serve(app, contract.readPersonLines, async ({ id, before }, c) => {
    await expectPerson(c, id)
    const page = { limit: linesShown + 1, ...(before === undefined ? {} : { beforeSeq: before }) }
    const { ended, running } = await userOf(c.env, id).history(page)
    const shown = ended.slice(0, linesShown)
    await recordReading(c, { action: 'person-read', userId: id, facts: { lines: shown.length } })
    return {
      lines: shown.map((row) => lineOf(id, row)),
      running: before === undefined ? running.map((row) => lineOf(id, row)) : [],
      next: ended.length > shown.length ? (shown.at(-1)?.seq ?? null) : null
    }
  })
}
