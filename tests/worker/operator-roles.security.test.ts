// No operator can do in the console what the role does not allow, or act under the name of another one.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorEndpoints } from '#scripts/openapi/calls.ts'
import { mayOperate, type OperatorRole, operatorRoles } from '#contract/permissions.ts'
import { recordAbout } from '../support/worker/console.ts'
import { requestFor } from '../support/worker/endpoint-request.ts'
import { newOperator, type OperatorPerson, withCookie } from '../support/worker/operating.ts'
import { because, operate, operatorToken } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'

const calls = Object.entries(operatorEndpoints) as [string, Endpoint][]

const own = async ({ send }: Pick<OperatorPerson, 'send'>) => answered(await send('GET', '/session'))

describe('roles', () => {
  const operators = {} as Record<OperatorRole, OperatorPerson>
  beforeAll(async () => {
    for (const role of operatorRoles) operators[role] = await newOperator(role)
  })

  test('every call of operators says what it needs', () => {
    expect(calls.filter(([, { permission }]) => permission === undefined)).toEqual([])
  })

  const leaves = 'leaveConsole'
  const matrix = operatorRoles.flatMap((role) =>
    calls.filter(([name]) => name !== leaves).map(([name, endpoint]) => [role, name, endpoint] as const)
  )
  test.each(matrix)('%s: %s', async (role, _, endpoint) => {
    const { method, path, body } = requestFor(endpoint)
    const send = operators[role].send
    const answer = await send(method, path.replace(/^\/operator/, ''), body as object | undefined)
    const permission = endpoint.permission ?? 'console.use'
    if (mayOperate(role, permission)) expect(answer.status).not.toBe(403)
    else expect(await answered(answer)).toMatchObject({ status: 403, code: 'NOT_PERMITTED' })
  })

  test('no operator acts in another one’s name', async () => {
    const { send } = operators.owner
    const change = { ...because(), operator: 'somebody-else' }
    const refused = await answered(await send('POST', `/team/${operators.support.person.userId}/end`, change))
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    const { operator: _, ...nameless } = because()
    expect(await operate('POST', `/team/${operators.support.person.userId}/end`, nameless)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED'
    })
    expect(await own(operators.support)).toMatchObject({ status: 200 })
  })

  test('the token acts under no name of the console, and reads no user’s data without a name', async () => {
    const { person, name } = operators.owner
    const { userId } = await newPerson()
    const change = { ...because(), operator: name }
    expect(await operate('POST', `/people/${userId}/block`, change)).toMatchObject({ status: 400 })
    const reading = (headers: Record<string, string>) =>
      withCookie('')('GET', `/people/${person.userId}`, undefined, {
        authorization: `Bearer ${operatorToken}`,
        ...headers
      })
    for (const headers of [{}, { 'x-operator': name }, { 'x-operator': 'anna@example.com' }])
      expect(await answered(await reading(headers))).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect((await reading({ 'x-operator': 'nightly-script' })).status).toBe(200)
    const [newest] = await recordAbout(person.userId)
    expect(newest).toMatchObject({ action: 'person-read', operator: 'nightly-script' })
  })
})
