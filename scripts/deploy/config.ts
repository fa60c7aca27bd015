// The Worker's configuration for a stage: `[env.production]` of wrangler.toml with the stage's own names, ids and settings.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from '../root.ts'
import { SetupProblem } from '../setup-problem.ts'
import { named, type Stage, type StageSettings } from './stage.ts'

/** Made by the first deployment beside its private half, and kept as a secret, so that no file has to name it. */
export const pushPublicKey = 'VAPID_PUBLIC_KEY'

type Environment = NonNullable<Unstable_RawConfig['env']>[string]

/** What the code needs of the configuration. */
export interface StageConfig extends Omit<Environment, 'queues' | 'r2_buckets' | 'd1_databases' | 'services'> {
  name: string
  vars: Record<string, string>
  d1_databases: {
    binding: string
    database_name: string
    database_id: string
    migrations_dir: string
    migrations_table?: string
  }[]
  r2_buckets: { bucket_name: string }[]
  services: { binding: string; service: string }[]
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

/** Stands for the id of a database that is not made yet. */
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * @param databases ids by name, as far as they are known
 * @throws SetupProblem when wrangler.toml lacks what a deployment needs
 */
export function stageConfig(
  stage: Stage,
  settings: StageSettings,
  databases: ReadonlyMap<string, string> = new Map()
): StageConfig {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') })
  const production = rawConfig.env?.['production'] as StageConfig | undefined
  if (!production) throw new SetupProblem('wrangler.toml has no [env.production]')
  const { send_metrics, keep_names, upload_source_maps, compatibility_date, compatibility_flags, main = '' } = rawConfig
  const common = { send_metrics, keep_names, upload_source_maps, compatibility_date, compatibility_flags }
  const { [pushPublicKey]: _placeholder, ...vars } = production.vars
  const own = settings.variables[pushPublicKey] === undefined ? [pushPublicKey] : []
  return {
    ...common,
    ...production,
    account_id: settings.account,
    main: join(root, main),
    name: named(stage, production.name),
    vars: { ...vars, STAGE: stage, SITE_ORIGIN: `https://${settings.site}`, ...settings.variables },
    secrets: { required: [...production.secrets.required, ...own] },
    d1_databases: production.d1_databases.map((database) => {
      const name = named(stage, database.database_name)
      return {
        ...database,
        database_name: name,
        database_id: databases.get(name) ?? noId,
        migrations_dir: join(root, database.migrations_dir)
      }
    }),
    r2_buckets: production.r2_buckets.map((bucket) => ({ ...bucket, bucket_name: named(stage, bucket.bucket_name) })),
    services: production.services.map((one) => ({ ...one, service: named(stage, one.service) })),
    queues: {
      producers: production.queues.producers.map((producer) => ({ ...producer, queue: named(stage, producer.queue) })),
      consumers: production.queues.consumers.map(({ dead_letter_queue: dead, ...consumer }) => ({
        ...consumer,
        queue: named(stage, consumer.queue),
        ...(dead !== undefined && { dead_letter_queue: named(stage, dead) })
      }))
    }
  }
}

/** @returns the file that wrangler reads */
export function writeStageConfig(folder: string, config: object): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'wrangler.json')
  writeFileSync(file, JSON.stringify(config, null, 2))
  return file
}
