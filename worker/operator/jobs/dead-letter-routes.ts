// Shows messages that the queues gave up, queues them once more, or closes them.
import type { Hono } from 'hono'
import type { OperatorActionName } from '#contract/operator/access/change.ts'
import * as contract from '#contract/operator/jobs/dead-letters.ts'
import { type DeadLetter, deadLettersIn, findDeadLetter, resolveDeadLetter } from '#data/directory/dead-letters.ts'
import { type DutyName, dutyNames } from '#contract/duties.ts'
import { retryJob } from '#queues/operate.ts'
import { sendDuties } from '#queues/base/send.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { type Asked, recorded } from '../access/record.ts'
import { expectJob } from './job-routes.ts'

const pageSize = 50

const letterView = (letter: DeadLetter): contract.DeadLetterView => ({
  id: letter.id,
  queue: letter.queue,
  kind: letter.kind,
  subject: letter.subject,
  row: letter.row === '' ? null : letter.row,
  reason: letter.reason,
  error: letter.error,
  times: letter.times,
  first_at: letter.firstAt,
  at: letter.at,
  resolved_at: letter.resolvedAt,
  resolution: letter.resolution
})

/** @throws AppError NOT_FOUND */
const expectLetter = async (c: AppContext, id: number): Promise<DeadLetter> =>
  expectFound(await findDeadLetter(c.var.directory, id))

const isDuty = (name: string): name is DutyName => dutyNames.some((known) => known === name)

/** A duty begins anew: it finds the row when the row is due. @throws AppError CONFLICT, NOT_FOUND */
async function sendAgain(c: AppContext, { kind, subject }: DeadLetter, isRepeated: boolean): Promise<void> {
  if (kind === 'unreadable') throw conflict('Это сообщение никто не смог прочитать: его можно только закрыть')
  if (kind === 'duty') {
    if (!isDuty(subject)) throw conflict('Такой обязанности больше нет')
    return sendDuties(c.env, [{ duty: subject }])
  }
  const hindrance = await retryJob(c.env, await expectJob(c, subject))
  if (hindrance !== null && !isRepeated)
    throw conflict(
      hindrance === 'idle' ? 'Работа закончена, повторять нечего: закройте сообщение' : 'Работа как раз выполняется'
    )
}

interface Change extends Asked {
  id: number
}

async function resolve(
  c: AppContext,
  action: OperatorActionName & `dead-letter-${string}`,
  { id, ...who }: Change
): Promise<{ letter: contract.DeadLetterView }> {
  const { directory } = c.var
  await expectLetter(c, id)
  const facts = async () => {
    const { queue, subject, reason, error, resolution } = await expectLetter(c, id)
    return { queue, about: subject, reason, error, resolution }
  }
  const change = { action, subject: `dead-letter-${id}`, ...who, facts } as const
  await recorded(c, change, async (actionId, isRepeated) => {
    const letter = await expectLetter(c, id)
    if (letter.resolvedAt !== null && letter.actionId !== actionId) throw conflict('С этим сообщением уже разобрались')
    if (action === 'dead-letter-retry') await sendAgain(c, letter, isRepeated)
    const resolution = action === 'dead-letter-retry' ? 'retried' : 'closed'
    if (!(await resolveDeadLetter(directory, { id, resolution, actionId }, Date.now())))
      throw conflict('С этим сообщением уже разобрались')
  })
  return { letter: letterView(await expectLetter(c, id)) }
}

export function mountDeadLetters(app: Hono<HonoEnv>) {
  serve(app, contract.listDeadLetters, async ({ state, before }, c) => {
    const found = await deadLettersIn(c.var.directory, { isOpen: state === 'open', before, limit: pageSize + 1 })
    const shown = found.slice(0, pageSize)
    return { letters: shown.map(letterView), next: found.length > pageSize ? (shown.at(-1)?.id ?? null) : null }
  })

  serve(app, contract.retryDeadLetter, (change, c) => resolve(c, 'dead-letter-retry', change))
  serve(app, contract.closeDeadLetter, (change, c) => resolve(c, 'dead-letter-close', change))
}
