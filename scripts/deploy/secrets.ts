// The step of the secrets. They go to Cloudflare with the next version of the Worker, in a file that only this user may read and
// that is deleted at once: never on a command line, and never into what is printed.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupProblem } from '../base/setup-problem.ts'
import { writeWhole } from '../base/write-whole.ts'
import type { Deployment } from './deployment.ts'
import { freshSecrets, isPushKey, optionalSecrets, type Secret, secretProblem, secretsOf } from './secret-list.ts'
import { missing, type Step, there } from './steps.ts'
import { chatKeys, hasChats, notOnSale, soldBy, supplierKeys } from './suppliers.ts'

const planned = ({ name, from }: Secret, { environment }: Deployment): string => {
  if (environment[name]) return `set ${name}, from the environment`
  return from === 'asked' ? `ask for ${name}, and set it` : `make ${name}, and keep it for you`
}

const keptFile = ({ folder }: Deployment, name: string): string => join(folder, name.toLowerCase().replaceAll('_', '-'))

function keep(deployment: Deployment, name: string, value: string): string {
  const file = keptFile(deployment, name)
  mkdirSync(deployment.folder, { recursive: true })
  writeWhole(file, value)
  deployment.print(`      ${name} is in ${file}: move it to where you keep passwords.`)
  return value
}

/** @throws SetupProblem when the person refuses, or when there is no person to ask */
async function givenValue(name: string, deployment: Deployment): Promise<string> {
  const { environment, ask } = deployment
  const problemIn = (value: string) => secretProblem(deployment, name, value)
  const given = environment[name]
  const problem = given ? problemIn(given) : null
  if (problem !== null) throw new SetupProblem(problem)
  return given || (ask?.(name, problemIn) ?? '')
}

async function give(lacking: Secret[], deployment: Deployment): Promise<void> {
  const { secrets, environment, ask, renewed } = deployment
  const pair = lacking.filter(isHalf)
  const given = pair.filter(({ name }) => environment[name])
  if (given.length === 1) throw new SetupProblem(`${given[0]?.name} is half a pair: set the other half too.`)
  // Without a terminal no person can be asked, and a machine of a CI forgets the files in which a secret would be kept.
  const absent = ask ? [] : lacking.map(({ name }) => name).filter((name) => !environment[name])
  if (absent.length > 0)
    throw new SetupProblem(
      `Without a terminal all secrets are taken from the environment of this command. Set there: ${absent.join(', ')} (docs/operate.md).`
    )
  // A run that was interrupted has kept them; a pair is made anew when one of it is to be.
  const isKept = (all: Secret[]) =>
    all.every(({ name }) => !renewed.has(name) && existsSync(keptFile(deployment, name)))
  const fresh = freshSecrets(lacking.map(({ name }) => name))
  const kept = new Set(lacking.filter((secret) => isKept(isHalf(secret) ? pair : [secret])))
  for (const secret of lacking) {
    const { name, from } = secret
    if (from === 'asked' || environment[name]) secrets.set(name, await givenValue(name, deployment))
    else if (kept.has(secret)) secrets.set(name, readFileSync(keptFile(deployment, name), 'utf8'))
    else secrets.set(name, keep(deployment, name, fresh[name] ?? ''))
  }
}

const isHalf = ({ name, from }: Secret): boolean => from === 'kept' && isPushKey(name)

/** A maker for whose models another supplier answers puts nothing on sale that is not there without it. */
const nothing = 'nothing is sold by it alone'

const without = (name: string, vars: Record<string, string>) => {
  const sold = soldBy(name, { vars })
  return sold === '' ? `leave it out: ${nothing}` : `leave it out, and do not sell: ${sold}`
}

/** Asks a person for the suppliers that are not there yet; each but the first of chats may be left out. */
async function offer(names: string[], deployment: Deployment): Promise<void> {
  const { ask, config, secrets, secretNames } = deployment
  const supplied = { vars: config.vars, secrets: secretNames }
  for (const name of ask ? names : []) {
    const value = await ask?.(name, (typed) => secretProblem(deployment, name, typed), without(name, config.vars))
    if (!value) continue
    secrets.set(name, value)
    secretNames.add(name)
    deployment.newSecrets.add(name)
  }
  if (!hasChats(supplied)) throw new SetupProblem(noChats)
}

const noChats = `A site needs one supplier of chats: give ${chatKeys.join(', ')}, or name the address of another as CHAT_SUPPLIER_URL, with CHAT_SUPPLIER_MODELS, in the settings of the stage (docs/operate.md).`

/** What a run would offer, and what is not sold for lack of a key. */
function suppliersPlan(offered: string[], { config: { vars }, secretNames }: Deployment): string[] {
  const supplied = { vars, secrets: secretNames }
  const needed = hasChats(supplied) ? [] : [`ask for one supplier of chats, of ${chatKeys.join(', ')}`]
  const others = offered.map((name) => `offer ${name}, which may be left out: ${soldBy(name, { vars }) || nothing}`)
  return [...needed, ...others]
}

export const secretsStep = (deployment: Deployment): Step => ({
  name: 'Secrets of the Worker',
  async look() {
    const { api, account, config, renewed, environment, newSecrets, secretNames } = deployment
    const names = z.array(z.object({ name: z.string() }))
    const known = await api.find(`${account}/workers/scripts/${config.name}/secrets`, names)
    const has = ({ name }: Secret) => !renewed.has(name) && (known?.some((one) => one.name === name) ?? false)
    const optional = optionalSecrets.filter((name) => environment[name] || renewed.has(name))
    const all = [...secretsOf(config), ...optional.map((name): Secret => ({ name, from: 'asked' }))]
    const strange = [...renewed].filter((name) => !all.some((one) => one.name === name))
    if (strange.length > 0) throw new SetupProblem(`--renew: this stage has no secret ${strange.join(', ')}`)
    const lacksHalf = all.some((secret) => isHalf(secret) && !has(secret))
    const lacking = all.filter((secret) => !has(secret) || (lacksHalf && isHalf(secret)))
    for (const { name } of lacking) newSecrets.add(name)
    for (const name of [...(known ?? []), ...lacking].map((secret) => secret.name)) secretNames.add(name)
    const supplied = { vars: config.vars, secrets: secretNames }
    const unsold = notOnSale(supplied)
    if (lacking.length === 0 && hasChats(supplied)) return there(`all ${all.length}${unsold ? `; ${unsold}` : ''}`)
    const offered = supplierKeys.filter((name) => !secretNames.has(name))
    return missing(
      [
        ...lacking.map((secret) => planned(secret, deployment)),
        ...suppliersPlan(offered, deployment),
        ...(unsold ? [unsold] : [])
      ],
      async () => {
        await give(lacking, deployment)
        await offer(offered, deployment)
      }
    )
  }
})
