// Roles are given, changed and taken, an owner always stays, and all of it is in the record.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { actionsIn } from '#data/directory/operator-actions.ts'
import type { RecordLine } from '#contract/operator/access/team.ts'
import { codeOf, emailOf, enter, factorOf, grant, newOperator, teamMembers } from '../support/worker/operating.ts'
import { because, operate, responseTo } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { tellAlarms } from '#worker/clock/tell-alarms.ts'
import { planOf } from '../support/worker/query-plans.ts'

const memberOf = async (userId: string) => (await teamMembers()).find((member) => member.user_id === userId)
const end = (userId: string) => operate('POST', `/team/${userId}/end`, because('Ушёл из команды'))

test('there is always an owner', async () => {
  const [one, other] = [await newOperator('owner'), await newOperator('owner')]
  const email = await emailOf(other.person.userId)
  expect(await end(one.person.userId)).toMatchObject({ status: 200 })
  expect(await end(other.person.userId)).toMatchObject({ status: 409 })
  const lowered = { email, name: other.name, role: 'support', ...because('Меньше прав') }
  vi.spyOn(console, 'error').mockReturnValue()
  expect(await operate('PUT', '/team', lowered)).toMatchObject({ status: 409 })
  expect(await memberOf(other.person.userId)).toMatchObject({ role: 'owner', ended_at: null })
  expect((await other.send('GET', '/session')).status).toBe(200)
})

test('of two owners who end each other at once one stays', async () => {
  for (const { user_id: id, ended_at: ended } of await teamMembers()) if (ended === null) await end(id)
  const [one, other] = [await newOperator('owner'), await newOperator('owner')]
  for (const { user_id: id, ended_at: ended } of await teamMembers())
    if (ended === null && id !== one.person.userId && id !== other.person.userId) await end(id)
  await Promise.all([end(one.person.userId), end(other.person.userId)])
  const owners = (await teamMembers()).filter(({ role, ended_at: ended }) => role === 'owner' && ended === null)
  expect(owners).toHaveLength(1)
})

test('a name stays with the operator who had it, and a role needs a confirmed account', async () => {
  const [one, other] = [await newOperator('support'), await newPerson()]
  await end(one.person.userId)
  const taken = { email: await emailOf(other.userId), name: one.name, role: 'support', ...because('Новый сотрудник') }
  expect(await operate('PUT', '/team', taken)).toMatchObject({ status: 409 })
  const nobody = { ...taken, ...because('Новый сотрудник'), email: 'nobody@nowhere.example' }
  expect(await operate('PUT', '/team', nobody)).toMatchObject({ status: 404 })
})

test('an operator keeps the name, also after coming back', async () => {
  const { person, name } = await newOperator('support')
  const email = await emailOf(person.userId)
  const renamed = () => ({ email, name: `${name}-2`, role: 'support', ...because('Новое имя') })
  expect(await operate('PUT', '/team', renamed())).toMatchObject({ status: 409, error: expect.stringContaining(name) })
  await end(person.userId)
  expect(await operate('PUT', '/team', renamed())).toMatchObject({ status: 409 })
  expect(await memberOf(person.userId)).toMatchObject({ name })
})

test('a name that stands in the record of others, or of scripts, is not given', async () => {
  const { userId } = await newPerson()
  const asked = { email: await emailOf(userId), name: 'anna', role: 'owner', ...because('Новый владелец') }
  expect(await operate('PUT', '/team', asked)).toMatchObject({ status: 409 })
})

test('a blocked account gets no role', async () => {
  const { userId } = await newPerson()
  await env.DB.prepare('update users set blocked_at = 1 where id = ?').bind(userId).run()
  const asked = { email: await emailOf(userId), name: 'never-named', role: 'support', ...because('Новый сотрудник') }
  expect(await operate('PUT', '/team', asked)).toMatchObject({ status: 404 })
})

test.each([
  ['has no authenticator', 'update operators set factor_since = null where user_id = ?'],
  ['is blocked', 'update users set blocked_at = 1 where id = ?'],
  ['is being erased', 'update users set deletion_requested_at = 1 where id = ?']
])('an owner who %s is not the one who stays', async (_, change) => {
  const [one, other] = [await newOperator('owner'), await newOperator('owner')]
  for (const { user_id: id, ended_at: ended } of await teamMembers())
    if (ended === null && id !== one.person.userId && id !== other.person.userId) await end(id)
  await env.DB.prepare(change).bind(other.person.userId).run()
  expect(await end(one.person.userId)).toMatchObject({ status: 409 })
  expect(await end(other.person.userId)).toMatchObject({ status: 200 })
})

test('an operator who has not been in the console yet was not seen there', async () => {
  const [one, other] = [await newOperator('support'), await newPerson()]
  await grant(await emailOf(other.userId), 'support', 'not-seen-yet')
  expect(await memberOf(other.userId)).toMatchObject({ seen_at: null })
  expect(await memberOf(one.person.userId)).toMatchObject({ seen_at: expect.any(Number) })
})

test('an operator who comes back connects the authenticator anew', async () => {
  const { person, name, secret } = await newOperator('support')
  await end(person.userId)
  await grant(await emailOf(person.userId), 'finance', name)
  expect(await factorOf(person)).toMatchObject({ state: 'enrol' })
  expect((await enter(person, codeOf(secret, 1))).status).toBe(403)
  expect(await memberOf(person.userId)).toMatchObject({ role: 'finance', ended_at: null, factor_since: null })
})

test('an erased account leaves nothing of the operator but the name', async () => {
  const { person, name, send } = await newOperator('support')
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(person.userId).run()
  await eraseAccounts(env, Date.now())
  expect((await send('GET', '/session')).status).toBe(404)
  const left = (await teamMembers()).find((member) => member.name === name)
  expect(left).toMatchObject({ user_id: `erased-${name}`, factor_since: null, ended_at: expect.any(Number) })
})

const linesOf = async (query: string) =>
  (await operate('GET', `/record?${query}`)).data as {
    lines: RecordLine[]
    next: number | null
  }

describe('the record', () => {
  test('tells of roles and entries, before and after, newest first', async () => {
    const { person, name } = await newOperator('finance')
    const { lines } = await linesOf(`subject=${person.userId}`)
    expect(lines).toMatchObject([
      { phase: 'read', action: 'console-enter', operator: name, facts: { role: 'finance', first: true } },
      {
        phase: 'done',
        action: 'role-grant',
        operator: 'anna',
        reason: 'Новый сотрудник',
        facts: { role: 'finance', name }
      },
      { phase: 'begun', action: 'role-grant', facts: { role: null } }
    ])
  })

  test('is read page by page', async () => {
    const { person, name } = await newOperator('support')
    await env.DB.prepare(
      `with recursive number(n) as (select 1 union all select n + 1 from number where n < 52)
      insert into operator_actions (id, phase, at, operator, action, subject, request, reason, facts)
      select 'of-' || ?1 || '-' || (n / 2), iif(n % 2 = 0, 'begun', 'done'), ?2 + n, ?1, 'role-grant', ?3, '{}', 'Проверка', '{}'
      from number`
    )
      .bind(name, Date.now(), person.userId)
      .run()
    const first = await linesOf(`subject=${person.userId}`)
    expect(first.lines).toHaveLength(50)
    const second = await linesOf(`subject=${person.userId}&before=${first.next}`)
    expect(second).toMatchObject({ next: null })
    const ids = [...first.lines, ...second.lines].map(({ id, phase }) => `${id} ${phase}`)
    expect(ids).toHaveLength(55)
    expect(new Set(ids).size).toBe(55)
  })

  test.each([
    ['an operator', { operator: 'anna' }, 'operator_actions_operator'],
    ['an action', { action: 'role-grant' }, 'operator_actions_action'],
    ['a subject', { subject: 'somebody' }, 'operator_actions_subject']
  ])('of %s is found by its index', async (_, filter, index) => {
    const query = actionsIn(openDirectory(env), filter, { before: undefined, limit: 50 })
    expect(await planOf(query.toSQL())).toEqual([expect.stringContaining(index)])
  })

  test('is a file for a spreadsheet, and who took it is in the next one', async () => {
    const owner = await newOperator('owner')
    const reason = '=cmd|calc'
    vi.spyOn(console, 'error').mockReturnValue()
    await operate('PUT', '/team', {
      email: await emailOf(owner.person.userId),
      name: owner.name,
      role: 'owner',
      ...because(reason)
    })
    const text = await (await responseTo('GET', `/record.csv?subject=${owner.person.userId}`)).text()
    expect(text).toContain(`"'${reason}"`)
    expect(text.trim().split('\r\n')).toHaveLength(6)
    const next = await answered(await responseTo('GET', '/record?action=record-read'))
    expect(next.data).toMatchObject({ lines: [{ operator: 'anna', phase: 'read' }] })
  })
})

const alarmsAbout = async (userId: string) =>
  (
    await env.DB.prepare(`select * from alarms where kind = 'role-granted' and user_id = ? order by id`)
      .bind(userId)
      .all<{ id: number; subject: string; page_at: number | null; resolved_at: number | null }>()
  ).results

describe('the alarm about a new role', () => {
  test('is sent also when the operator who gave the role ends it at once', async () => {
    const { userId } = await newPerson()
    await grant(await emailOf(userId), 'finance')
    const [alarm] = await alarmsAbout(userId)
    await operate('POST', `/alarms/${alarm?.id}/resolve`, because('Всё в порядке'))
    expect(await alarmsAbout(userId)).toMatchObject([{ page_at: alarm?.page_at, resolved_at: expect.any(Number) }])
    await tellAlarms(env, Date.now() + 120_000)
    expect(await alarmsAbout(userId)).toMatchObject([{ page_at: null }])
  })

  test('is another one for another role', async () => {
    const { userId } = await newPerson()
    const name = await grant(await emailOf(userId), 'support')
    await grant(await emailOf(userId), 'owner', name)
    expect((await alarmsAbout(userId)).map(({ subject }) => subject)).toEqual([`${userId} support`, `${userId} owner`])
  })
})
