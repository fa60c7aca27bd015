import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { queueRole } from '#domain/queue-name.ts'
import { stageConfig } from '#scripts/deploy/config.ts'
import { exampleFile, readSettings, stages } from '#scripts/deploy/stage.ts'
import { root } from '#scripts/base/root.ts'
import { stageSettings } from '../support/node/stand-in-account.ts'

const { rawConfig }: { rawConfig: Unstable_RawConfig } = experimental_readRawConfig({
  config: join(root, 'wrangler.toml')
})
const production = rawConfig.env?.['production']

describe.each(stages)('the configuration of %s', (stage) => {
  const config = stageConfig(stage, stageSettings)

  test('has every binding that wrangler.toml gives production', () => {
    expect(Object.keys(config)).toEqual(
      expect.arrayContaining([...Object.keys(production ?? {}), 'compatibility_date'])
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

  test('gives letters the address of the support that its pages have', () => {
    expect(config.vars['SUPPORT_EMAIL']).toBeUndefined()
    const build = { VITE_SUPPORT_EMAIL: 'help@my-company.ru' }
    expect(stageConfig(stage, { ...stageSettings, build }).vars['SUPPORT_EMAIL']).toBe('help@my-company.ru')
  })

  test('says where it is', () => {
    expect(config.vars).toMatchObject({ STAGE: stage, SITE_ORIGIN: 'https://ai.my-company.ru' })
  })
})

test('no thing of staging is one of production', () => {
  const [taken, ...others] = (['production', 'staging'] as const).map((stage) => {
    const { name, d1_databases, r2_buckets, queues, services } = stageConfig(stage, stageSettings)
    const ours = [...d1_databases, ...r2_buckets, ...(services ?? []), ...queues.producers, ...queues.consumers]
    return [
      name,
      ...ours.flatMap(({ binding: _inside, ...one }: object & { binding?: string }) =>
        Object.entries(one).flatMap(([field, value]) => (/name$|queue$|service$/.test(field) ? [String(value)] : []))
      )
    ]
  })
  expect(others.flat().filter((name) => taken?.includes(name))).toEqual([])
})

test('the example has the form of the settings of a stage', () => {
  expect(readSettings(exampleFile)).toMatchObject({ location: 'eeur' })
})
