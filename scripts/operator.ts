// Names operators with the operators' token: the only way to the first owner. Without settings it speaks with the
// product that `npm start` runs.
import { randomUUID } from 'node:crypto'
import { operatorRoles } from '#contract/permissions.ts'
import type { Envelope } from '#contract/envelope.ts'
import type { TeamMember } from '#contract/operator/access/team.ts'
import { main } from './base/main.ts'
import { refusalOf, silenceOf } from './base/site-words.ts'
import { calledSite } from './called-site.ts'
import { SetupProblem } from './base/setup-problem.ts'

const usage = `npm run operator -- list
npm run operator -- give <e-mail> <short name> ${operatorRoles.join('|')}
npm run operator -- end <short name>
npm run operator -- reset-factor <short name>

The person registers on the site as everybody does, is named here, and then connects an authenticator within a day at
<site>/operator/. For a deployment set SITE_ORIGIN and OPERATOR_TOKEN.`

type Team = { team: TeamMember[] }

async function call(signal: AbortSignal, method: string, path: string, body?: object): Promise<Team> {
  const { siteOrigin, token } = calledSite(process.env, 'operator')
  const response = await fetch(`${siteOrigin}/api/operator${path}`, {
    method,
    signal,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) })
  }).catch((error: unknown) => {
    throw new SetupProblem(silenceOf(siteOrigin, error))
  })
  const envelope = (await response.json().catch(() => null)) as Envelope | null
  if (envelope?.success === undefined)
    throw new SetupProblem(
      `${siteOrigin} answers as another program would (${response.status}). Look at SITE_ORIGIN and PORT.`
    )
  if (envelope.success) return envelope.data as Team
  throw new SetupProblem(refusalOf(response.status, envelope))
}

const because = () => ({ operator: 'command-line', reason: 'npm run operator', idempotency_key: randomUUID() })

const day = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const stateOf = ({ ended_at: ended, factor_since: since, enrol_until: until }: TeamMember) => {
  if (ended !== null) return `ended ${day(ended)}`
  if (since !== null) return `authenticator since ${day(since)}`
  return `no authenticator; may connect one until ${day(until ?? 0)}`
}

const lineOf = (member: TeamMember) => `${member.name.padEnd(20)} ${member.role.padEnd(8)} ${stateOf(member)}`

async function memberNamed(signal: AbortSignal, name: string | undefined): Promise<string> {
  const { team } = await call(signal, 'GET', '/team')
  const found = team.find((member) => member.name === name && member.ended_at === null)
  if (!found) throw new SetupProblem(`No operator is called ${name}`)
  return found.user_id
}

async function perform(signal: AbortSignal, [command, ...words]: string[]): Promise<Team> {
  const [first, name, role, ...more] = words
  if (command === 'list' && first === undefined) return call(signal, 'GET', '/team')
  if (command === 'give' && role !== undefined && more.length === 0)
    return call(signal, 'PUT', '/team', { email: first, name, role, ...because() })
  const path = command === 'end' ? 'end' : command === 'reset-factor' ? 'factor' : null
  if (path === null || first === undefined || name !== undefined) throw new SetupProblem(usage)
  return call(signal, 'POST', `/team/${await memberNamed(signal, first)}/${path}`, because())
}

await main(async (signal) => {
  const { team } = await perform(signal, process.argv.slice(2))
  console.log(team.length === 0 ? 'There are no operators yet.' : team.map(lineOf).join('\n'))
})
