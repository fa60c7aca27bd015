// The step of the secrets. They go to Cloudflare with the next version of the Worker, in a file that only this user may read and
// that is deleted at once: never on a command line, and never into what is printed.
import { z } from 'zod'
import { productionProblems } from '#domain/production-settings.ts'
import { SetupProblem } from '../setup-problem.ts'
import { keptToken } from '../kept-token.ts'
import { pushPublicKey, stageConfig } from './config.ts'
import { accountPath, type Deployment } from './deployment.ts'
import { type KeptName, makePushKeys, optionalSecrets, randomToken, type Secret, secretsOf } from './secret-list.ts'
import { missing, type Step, there } from './steps.ts'

const names = z.array(z.object({ name: z.string() }))

const planned = ({ name, from }: Secret, { environment }: Deployment): string => {
  if (environment[name]) return `set ${name}, from the environment`
  if (from === 'asked') return `ask for ${name}, and set it`
  return from === 'made' ? `make ${name}` : `make ${name}, and keep it for you`
}

/** Of a channel or an alarm's other half only the Worker itself can judge; these rules look at one value. */
const problemIn =
  ({ stage }: Deployment, name: string) =>
  (value: string): string | null =>
    productionProblems({ STAGE: stage, [name]: value }).find((problem) => problem.startsWith(`${name} `)) ?? null

const keptAs: Record<KeptName, 'operator' | 'backup'> = { OPERATOR_TOKEN: 'operator', BACKUP_TOKEN: 'backup' }

async function valueOf({ name, from }: Secret, deployment: Deployment): Promise<string> {
  const { environment, ask, folder, print } = deployment
  const given = environment[name]
  if (given) {
    const problem = problemIn(deployment, name)(given)
    if (problem !== null) throw new SetupProblem(problem)
    return given
  }
  if (from === 'made') return randomToken()
  // A machine that forgets its files cannot keep one for anybody.
  if (from === 'kept' && ask) {
    const file = keptAs[name as KeptName]
    print(`      ${name} is in ${folder}/${file}-token: move it to where you keep passwords.`)
    return keptToken(folder, file)
  }
  if (!ask) throw new SetupProblem(`${name} is missing: set it in the environment of this command.`)
  return ask(name, problemIn(deployment, name))
}

async function give(lacking: Secret[], deployment: Deployment): Promise<void> {
  const push = makePushKeys()
  for (const secret of lacking) {
    const isPush = secret.name === pushPublicKey || secret.name === 'VAPID_PRIVATE_KEY'
    const pushKey = secret.name === pushPublicKey ? push.publicKey : push.privateKey
    const isMade = isPush && !deployment.environment[secret.name]
    deployment.secrets.set(secret.name, isMade ? pushKey : await valueOf(secret, deployment))
  }
}

const isPair = ({ name }: Secret) => name.startsWith('VAPID_')

/** Half a pair of push keys is none. */
const withPair = (lacking: Secret[], all: Secret[]): Secret[] => {
  return lacking.some(isPair) ? all.filter((secret) => lacking.includes(secret) || isPair(secret)) : lacking
}

export const secretsStep = (deployment: Deployment): Step => ({
  name: 'Secrets of the Worker',
  async look() {
    const { api, stage, settings, renewed, environment } = deployment
    const config = stageConfig(stage, settings)
    const known = await api.find(`${accountPath(deployment)}/workers/scripts/${config.name}/secrets`, names)
    const has = (name: string) => !renewed.has(name) && (known?.some((one) => one.name === name) ?? false)
    const optional = optionalSecrets
      .filter((name) => environment[name])
      .map((name): Secret => ({ name, from: 'asked' }))
    const all = [...secretsOf(config), ...optional]
    const lacking = withPair(
      all.filter(({ name }) => !has(name)),
      all
    )
    for (const { name } of lacking) deployment.newSecrets.add(name)
    if (lacking.length === 0) return there(`all ${all.length}`)
    return missing(
      lacking.map((secret) => planned(secret, deployment)),
      () => give(lacking, deployment)
    )
  }
})
