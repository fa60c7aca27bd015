// The Worker's configuration for a stage: `[env.production]` of wrangler.toml with the stage's own names, ids and settings.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from '../base/root.ts'
import { SetupProblem } from '../base/setup-problem.ts'
import { named, type Stage, type StageSettings } from './stage.ts'

/** Made by the first deployment beside its private half, and kept as a secret, so that no file has to name it. */
export const pushPublicKey = 'VAPID_PUBLIC_KEY'

type Environment = NonNullable<Unstable_RawConfig['env']>[string]

/** What the code needs of the configuration. */
export interface StageConfig extends Omit<Environment, 'queues' | 'r2_buckets' | 'd1_databases'> {
  name: string
  vars: Record<string, string>
  d1_databases: {
    binding: string
    database_name: string
    /** Set when the database is found or made. */
    database_id?: string
    migrations_dir: string
  }[]
  r2_buckets: { bucket_name: string }[]
  queues: {
    producers: { queue: string }[]
    consumers: {
      queue: string
      dead_letter_queue?: string
      max_batch_size?: number
      max_batch_timeout?: number
      max_retries?: number
      max_concurrency?: number
    }[]
  }
  migrations: { tag: string }[]
  secrets: { required: string[] }
}

/** What of the account each stage has for itself. */
const ownNames = new Set(['database_name', 'bucket_name', 'queue', 'dead_letter_queue', 'service'])

/** @throws SetupProblem when wrangler.toml lacks what a deployment needs */
export function stageConfig(stage: Stage, settings: StageSettings): StageConfig {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') })
  if (!rawConfig.env?.['production']) throw new SetupProblem('wrangler.toml has no [env.production]')
  const production = JSON.parse(JSON.stringify(rawConfig.env['production']), (key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (key === 'database_id') return undefined
    return ownNames.has(key) ? named(stage, value) : key === 'migrations_dir' ? join(root, value) : value
  }) as StageConfig
  const { send_metrics, keep_names, upload_source_maps, compatibility_date, compatibility_flags, main = '' } = rawConfig
  const common = { send_metrics, keep_names, upload_source_maps, compatibility_date, compatibility_flags }
  const { [pushPublicKey]: _placeholder, ...vars } = production.vars
  // Letters and pages name the same address.
  const { VITE_SUPPORT_EMAIL: support } = settings.build
  const own = settings.variables[pushPublicKey] === undefined ? [pushPublicKey] : []
  return {
    ...common,
    ...production,
    account_id: settings.account,
    main: join(root, main),
    name: named(stage, production.name),
    vars: {
      ...vars,
      STAGE: stage,
      SITE_ORIGIN: `https://${settings.site}`,
      ...(support && { SUPPORT_EMAIL: support }),
      ...settings.variables
    },
    secrets: { required: [...production.secrets.required, ...own] }
  }
}

/** @returns the file that wrangler reads */
export function writeConfig(folder: string, config: object): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'wrangler.json')
  writeFileSync(file, JSON.stringify(config, null, 2))
  return file
}
