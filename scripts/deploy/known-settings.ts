// The settings of a stage, checked by the Worker's own rules before anything is made.
import { parseEnvironment } from '#domain/environment.ts'
import { stageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { secretsOf, standIn } from './secret-list.ts'

/** The settings of the Worker as it will see them, with a stand-in for each secret. */
function seenByWorker({ stage, settings }: Pick<Deployment, 'stage' | 'settings'>) {
  const config = stageConfig(stage, settings)
  return {
    ...Object.fromEntries(config.d1_databases.map(({ binding }) => [binding, {}])),
    EMAIL: {},
    ...Object.fromEntries(secretsOf(config).map(({ name }) => [name, standIn(name, stage)])),
    ...config.vars
  }
}

function refusalsOf(source: object): string[] {
  try {
    parseEnvironment(source)
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.message.replace(/^Bad environment: /, '').split('; ')
  }
}

/** What the Worker will have against the value of a secret, which is not quoted; null: nothing */
export const secretProblem = (
  deployment: Pick<Deployment, 'stage' | 'settings'>,
  name: string,
  value: string
): string | null =>
  refusalsOf({ ...seenByWorker(deployment), [name]: value }).find((problem) =>
    new RegExp(`^${name}[: ]`).test(problem)
  ) ?? null

/** One line for each setting that is missing or that no deployment may have. Secrets are judged when they are given. */
export function problemsOf(deployment: Pick<Deployment, 'stage' | 'settings'>): string[] {
  const { stage, settings } = deployment
  const stray = secretsOf(stageConfig(stage, settings)).filter(
    ({ name }) => name in settings.variables && name !== 'VAPID_PUBLIC_KEY'
  )
  return [
    ...stray.map(({ name }) => `${name} is a secret: take it out of the file, the command asks for it.`),
    ...refusalsOf(seenByWorker(deployment))
  ]
}
