// Operators who enter the console with an authenticator, and act there with its cookie.
import { Secret, TOTP } from 'otpauth'
import { env } from 'cloudflare:workers'
import type { Factor } from '#contract/operator/access/session.ts'
import type { OperatorRole } from '#contract/permissions.ts'
import type { TeamMember } from '#contract/operator/access/team.ts'
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { because, operate, operatorToken } from './operator.ts'
import { answered, newPerson, type Person } from './person.ts'
import { wholeApp } from './whole-app.ts'

export interface OperatorPerson {
  person: Person
  name: string
  /** The secret of the authenticator, in base32. */
  secret: string
  /** Name and value, as a browser sends them. */
  cookie: string
  /** Calls below `/operator`, as a page of the console does. */
  send: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Response>
}

/** A call with the bindings of the app in tests, which have an operators' token. */
async function fetchOperating(request: Request, bindings: object = {}): Promise<Response> {
  const context = createExecutionContext()
  const response = await wholeApp.fetch(request, { ...env, OPERATOR_TOKEN: operatorToken, ...bindings }, context)
  await waitOnExecutionContext(context)
  return response
}

const at = (path: string) => `${env.SITE_ORIGIN}/api${path}`

export function withCookie(cookie: string, bindings: object = {}): OperatorPerson['send'] {
  return (method, path, body, headers = {}) =>
    fetchOperating(
      new Request(at(`/operator${path}`), {
        method,
        headers: {
          cookie,
          origin: env.SITE_ORIGIN,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers
        },
        ...(body ? { body: JSON.stringify(body) } : {})
      }),
      bindings
    )
}

/** The code that an authenticator shows; each later step gives another one. @param steps from now */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

let names = 0

/** Each new role is an alarm, and with it a line of errors that every test with operators would have to expect. */
async function withoutTheirAlarm<Result>(run: () => Promise<Result>): Promise<Result> {
  const write = console.error
  console.error = (...parts) => {
    if (!String(parts[0]).startsWith('{"event":"role-granted"')) write(...parts)
  }
  try {
    return await run()
  } finally {
    console.error = write
  }
}

/** Gives the account of a person a role, as `npm run operator` does. */
export async function grant(email: string, role: OperatorRole, name = `person-${++names}`): Promise<string> {
  const asked = { email, name, role, ...because('Новый сотрудник') }
  const { status } = await withoutTheirAlarm(() => operate('PUT', '/team', asked))
  if (status !== 200) throw new Error(`No role was given: ${status}`)
  return name
}

/** As if the role had been given so long ago. */
export async function ageRole({ userId }: Person, hours: number): Promise<void> {
  const grantedAt = Date.now() - hours * 3_600_000
  await env.DB.prepare('update operators set granted_at = ? where user_id = ?').bind(grantedAt, userId).run()
}

export const emailOf = async (userId: string): Promise<string> =>
  (await env.DB.prepare('select email from users where id = ?').bind(userId).first<string>('email')) ?? ''

async function sendAs({ userId, sessionId }: Person, path: string, body: object, bindings: object = {}) {
  const token = signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = new Request(at(`/operator${path}`), { method: 'POST', headers, body: JSON.stringify(body) })
  return fetchOperating(request, bindings)
}

export const beginFactor = (person: Person, bindings: object = {}) => sendAs(person, '/factor', {}, bindings)

/** What the authenticator is told. */
export async function factorOf(person: Person): Promise<Factor> {
  const { data } = await answered(await beginFactor(person))
  return (data as { factor: Factor }).factor
}

export const enter = (person: Person, code: string, bindings: object = {}) =>
  sendAs(person, '/session', { code }, bindings)

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieIn = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? ''

/** A new person who is an operator for four days and is in the console. */
export async function newOperator(role: OperatorRole): Promise<OperatorPerson> {
  const person = await newPerson()
  const name = await grant(await emailOf(person.userId), role)
  await ageRole(person, 96)
  const { secret } = await factorOf(person)
  const entered = await enter(person, codeOf(secret ?? ''))
  const cookie = cookieIn(entered)
  if (cookie === '') throw new Error(`An operator could not enter: ${await entered.text()}`)
  return { person, name, secret: secret ?? '', cookie, send: withCookie(cookie) }
}

/** Calls of an owner whose limit of a day is never reached. */
export async function richOwner() {
  const { cookie, name } = await newOperator('owner')
  const send = withCookie(cookie, { OPERATOR_GRANT_LIMIT: '1000000' })
  return { name, call: async (...asked: Parameters<typeof send>) => answered(await send(...asked)) }
}

export async function teamMembers(): Promise<TeamMember[]> {
  return ((await operate('GET', '/team')).data as { team: TeamMember[] }).team
}
