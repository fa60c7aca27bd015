// Who is an operator. The first owner is made with the operators' token, the others by an owner.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/access/team.ts'
import {
  confirmedAccount,
  endOperator,
  everOperator,
  findOperator,
  forgetFactor,
  grantOperator,
  holderOfName,
  teamOf
} from '#data/directory/operators.ts'
import { isNameInRecord } from '#data/directory/operator-actions.ts'
import type { Directory } from '#data/base/database.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { enrolmentMs } from '#domain/operator-session.ts'
import { newSince } from '#domain/operator-value.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { recorded } from './record.ts'

const noAccount = 'Подтверждённого аккаунта с такой почтой нет'
const nameTaken = 'Это имя носит или носил другой оператор, или под ним действовал скрипт'
const lastOwner = 'Это последний владелец: сначала назначьте другого'

async function membersOf(directory: Directory): Promise<contract.TeamMember[]> {
  const team = await teamOf(directory)
  return team.map(({ operator, seenAt }) => ({
    user_id: operator.userId,
    name: operator.name,
    role: operator.role,
    granted_at: operator.grantedAt,
    granted_by: operator.grantedBy,
    factor_since: operator.factorSince,
    enrol_until: operator.factorSince === null ? operator.enrolUntil : null,
    seen_at: seenAt,
    ended_at: operator.endedAt
  }))
}

/** What the record says about an operator: codes and times. */
async function factsOf(directory: Directory, userId: string) {
  const found = await findOperator(directory, userId)
  return { name: found?.name ?? null, role: found?.role ?? null, factor: typeof found?.factorSince === 'number' }
}

/** @throws AppError NOT_FOUND */
async function expectMember(directory: Directory, userId: string): Promise<void> {
  if (!(await findOperator(directory, userId))) throw new AppError('NOT_FOUND')
}

/** @throws AppError CONFLICT: in the record, one name is one person */
async function expectOwnOrNew(directory: Directory, userId: string, name: string): Promise<void> {
  const known = await everOperator(directory, userId)
  if (known) {
    if (known.name !== name) throw conflict(`Имя этого оператора стоит в журнале и не меняется: ${known.name}`)
  } else if ((await holderOfName(directory, name)) !== undefined || (await isNameInRecord(directory, name)))
    throw conflict(nameTaken)
}

function mountGrants(app: Hono<HonoEnv>) {
  serve(app, contract.listTeam, async (_, c) => ({ team: await membersOf(c.var.directory) }))

  serve(app, contract.grantRole, async ({ email, name, role, ...who }, c) => {
    const { directory } = c.var
    const userId = await confirmedAccount(directory, canonicalEmail(email))
    if (userId === undefined) throw new AppError('NOT_FOUND', { text: noAccount })
    await expectOwnOrNew(directory, userId, name)
    const facts = () => factsOf(directory, userId)
    const change = {
      action: 'role-grant',
      userId,
      ...who,
      request: { name, role },
      facts
    } as const
    await recorded(c, change, async () => {
      const now = Date.now()
      const grantedBy = expectOwnName(c, who.operator)
      // The alarm comes before the role, so that a crash in between leaves no role without an alarm.
      const detail = `${name}: ${role}, дал ${grantedBy}`
      // Each role has an alarm of its own: repeating an open alarm sends no message.
      await raiseAlarm(c.env, userId, { event: 'role-granted', subject: `${userId} ${role}`, detail })
      const grant = { userId, name, role, grantedBy, now, newSince: newSince(now), enrolUntil: now + enrolmentMs }
      if (!(await grantOperator(directory, grant))) throw conflict(lastOwner)
    })
    return { team: await membersOf(directory) }
  })
}

function mountEndings(app: Hono<HonoEnv>) {
  serve(app, contract.endRole, async ({ id, ...who }, c) => {
    const { directory } = c.var
    const facts = () => factsOf(directory, id)
    await recorded(c, { action: 'role-end', userId: id, ...who, facts }, async (_, isRepeated) => {
      if (!isRepeated) await expectMember(directory, id)
      if (!(await endOperator(directory, id, Date.now())) && (await findOperator(directory, id)))
        throw conflict(lastOwner)
    })
    return { team: await membersOf(directory) }
  })

  serve(app, contract.resetFactor, async ({ id, ...who }, c) => {
    const { directory } = c.var
    await expectMember(directory, id)
    const facts = () => factsOf(directory, id)
    await recorded(c, { action: 'factor-reset', userId: id, ...who, facts }, async () => {
      const now = Date.now()
      const detail = `${(await facts()).name ?? ''}, сбросил ${expectOwnName(c, who.operator)}`
      await raiseAlarm(c.env, id, { event: 'factor-reset', subject: id, detail })
      await forgetFactor(directory, id, now, now + enrolmentMs)
    })
    return { team: await membersOf(directory) }
  })
}

export function mountTeam(app: Hono<HonoEnv>) {
  mountGrants(app)
  mountEndings(app)
}
