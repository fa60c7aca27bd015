// The settings of a stage, checked by the Worker's own rules before anything is made.
import { parseEnvironment } from '#domain/environment.ts'
import { stageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { secretsOf, standIn } from './secret-list.ts'

/** One line for each setting that is missing or that no deployment may have. Secrets are judged when they are given. */
export function problemsOf({ stage, settings }: Pick<Deployment, 'stage' | 'settings'>): string[] {
  const config = stageConfig(stage, settings)
  const secrets = secretsOf(config)
  const stray = secrets.filter(({ name }) => name in settings.variables && name !== 'VAPID_PUBLIC_KEY')
  const bindings = config.d1_databases.map(({ binding }) => [binding, {}])
  const source = {
    ...Object.fromEntries(bindings),
    EMAIL: {},
    ...Object.fromEntries(secrets.map(({ name }) => [name, standIn(name, stage)])),
    ...config.vars
  }
  const problems = stray.map(({ name }) => `${name} is a secret: take it out of the file, the command asks for it.`)
  try {
    parseEnvironment(source)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    problems.push(...error.message.replace(/^Bad environment: /, '').split('; '))
  }
  return problems
}
