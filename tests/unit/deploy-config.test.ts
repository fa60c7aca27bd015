import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { queueRole } from '#domain/queue-name.ts'
import { stageConfig } from '#scripts/deploy/config.ts'
import { exampleFile, readSettings, stages } from '#scripts/deploy/stage.ts'
import { root } from '#scripts/root.ts'
import { stageSettings } from '../support/node/stand-in-account.ts'

const { rawConfig }: { rawConfig: Unstable_RawConfig } = experimental_readRawConfig({
  config: join(root, 'wrangler.toml')
})
const production = rawConfig.env?.['production']

describe.each(stages)('the configuration of %s', (stage) => {
  const config = stageConfig(stage, stageSettings)

  test('has every binding that wrangler.toml gives production', () => {
    expect(Object.keys(config).toSorted()).toEqual(
      [
        ...new Set([
          ...Object.keys(production ?? {}),
          'account_id',
          'main',
          'send_metrics',
          'keep_names',
          'upload_source_maps',
          'compatibility_date',
          'compatibility_flags'
        ])
      ].toSorted()
    )
    expect(config.queues.consumers.map(({ queue }) => queueRole(queue))).toEqual(
      production?.queues?.consumers?.map(({ queue }) => queue)
    )
  })

  test('sends what dies to queues of its own', () => {
    const own = new Set(config.queues.consumers.map(({ queue }) => queue))
    const dead = config.queues.consumers.flatMap(({ dead_letter_queue: name }) => name ?? [])
    expect(dead.filter((name) => !own.has(name))).toEqual([])
  })

  test('says where it is', () => {
    expect(config.vars).toMatchObject({ STAGE: stage, SITE_ORIGIN: 'https://ai.my-company.ru' })
  })
})

const namesOf = (stage: (typeof stages)[number]) => {
  const { name, d1_databases: databases, r2_buckets: buckets, queues } = stageConfig(stage, stageSettings)
  return [
    name,
    ...databases.map((one) => one.database_name),
    ...buckets.map((one) => one.bucket_name),
    ...queues.producers.map((one) => one.queue),
    ...queues.consumers.map((one) => one.queue)
  ]
}

test('no thing of staging is one of production', () => {
  const taken = new Set(namesOf('production'))
  expect(namesOf('staging').filter((name) => taken.has(name))).toEqual([])
})

test('the example has the form of the settings of a stage', () => {
  expect(readSettings(exampleFile)).toMatchObject({ location: 'eeur' })
})
