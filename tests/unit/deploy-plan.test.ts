// The steps of a deployment in their order, with what each would make of an empty account.
import { expect, test } from 'vitest'
import { emptyAccount } from '#scripts/deploy/cloudflare.ts'
import { stageConfig } from '#scripts/deploy/config.ts'
import { wantedPagesTag } from '#scripts/deploy/pages.ts'
import { secretsStep } from '#scripts/deploy/secrets.ts'
import { stepsOf } from '#scripts/deploy/plan.ts'
import { goThrough } from '#scripts/deploy/steps.ts'
import { deploymentWorld } from '../support/node/deployment.ts'
import { stageSecrets, stageSettings } from '../support/node/stand-in-account.ts'

const world = deploymentWorld()

const chatKeys = 'OPENAI_API_KEY, ANTHROPIC_API_KEY, XAI_API_KEY'

const steps = [
  'Settings of the stage',
  'Account and its token',
  'Plan Workers Paid',
  'Domain my-company.ru',
  'Secrets of the Worker',
  'D1 databases',
  'R2 bucket of files',
  'Queues',
  'Mail domain',
  'Migrations of the databases',
  'Reader of documents',
  'Worker',
  'Queues and clock of the Worker',
  'Pages',
  'Address ai.my-company.ru'
].map((name, index) => `${index + 1}. ${name}`)

test.each([
  ['without a token, which sees an empty account', { token: undefined, zone: null, api: emptyAccount }],
  ['with a token and every secret', { environment: stageSecrets() }]
])('a dry run %s says all steps in order, and changes nothing', async (_, change) => {
  const deployment = world.deployment({ dry: true, ...change })
  const { waiting } = await goThrough(stepsOf(deployment), deployment)
  // The numbered lines, without what follows them.
  expect(world.said.flatMap((line) => /^ ?(\d+\. [^:]+)/.exec(line)?.[1] ?? [])).toEqual(steps)
  expect(world.said.map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      waiting > 0 ? '+ make JWT_SECRET, and keep it for you' : '+ set JWT_SECRET, from the environment',
      waiting > 0 ? `+ ask for one supplier of chats, of ${chatKeys}` : '+ set OPENAI_API_KEY, from the environment',
      '+ make the database ai-platform-history-2 in eeur',
      '+ make the bucket ai-platform-media in eeur',
      '+ make the queue dead-jobs',
      '+ register my-company.ru for sending, with its records of SPF, DKIM and bounces',
      `+ deploy ai-platform-api for everybody, with ${waiting > 0 ? 8 : 18} new secrets: its objects have new classes`,
      '+ let ai-platform-api consume image-jobs',
      '+ build the pages and publish them',
      '+ make the record ai.my-company.ru → ai-platform.pages.dev'
    ])
  )
  expect(world.cloud.changes()).toEqual([])
})

test('a dry run with one key of a reseller goes the whole way, and says what will not be on sale', async () => {
  const reseller = {
    CHAT_SUPPLIER_URL: 'https://api.reseller.ru/v1',
    CHAT_SUPPLIER_MODELS: '{"gpt-4o-mini":{"model":"openai/gpt-4o-mini","input":0.15,"output":0.6}}'
  }
  const settings = { ...stageSettings, variables: { ...stageSettings.variables, ...reseller } }
  const makers = Object.keys(stageSecrets()).filter((name) => name.endsWith('_API_KEY'))
  const own = Object.entries(stageSecrets()).filter(([name]) => !makers.includes(name))
  const environment = { ...Object.fromEntries(own), CHAT_SUPPLIER_KEY: 'sk-or-4Qm9Zt2Lx7Vw' }
  const deployment = world.deployment({ dry: true, settings, environment })
  expect(await goThrough(stepsOf(deployment), deployment)).toMatchObject({ waiting: 0 })
  const said = world.said.map((line) => line.trim())
  expect(said).toEqual(
    expect.arrayContaining([
      '1. Settings of the stage: complete',
      '+ set CHAT_SUPPLIER_KEY, from the environment',
      '+ offer ELEVENLABS_API_KEY, which may be left out: ElevenLabs',
      '+ offer OPENAI_API_KEY, which may be left out: GPT-5, DALL-E 3, Редактор изображений, диктовка'
    ])
  )
  const unsold = said.find((line) => line.startsWith('+ not on sale: '))
  expect(unsold).toContain('Claude, xAI, GPT-5, DALL-E 3, ')
  expect(unsold).not.toContain('ChatGPT')
  expect(said.join()).not.toContain('ask for one supplier')
})

test('a key that puts nothing on sale by itself says so', async () => {
  const reseller = {
    CHAT_SUPPLIER_URL: 'https://api.reseller.ru/v1',
    CHAT_SUPPLIER_MODELS: '{"*":{"model":"openai/gpt-4o-mini","input":0.15,"output":0.6}}'
  }
  const settings = { ...stageSettings, variables: { ...stageSettings.variables, ...reseller } }
  const environment = { CHAT_SUPPLIER_KEY: 'sk-or-4Qm9Zt2Lx7Vw' }
  await world.run([secretsStep], { dry: true, settings, environment })
  const offered = world.said.filter((line) => line.includes('may be left out'))
  expect(offered.join()).toContain('offer ANTHROPIC_API_KEY, which may be left out: nothing is sold by it alone')
  expect(offered.filter((line) => line.endsWith(': '))).toEqual([])
})

const tagWith = (build: Record<string, string>) =>
  wantedPagesTag(world.deployment({ settings: { ...stageSettings, build } }))

test('pages are other ones when what they are built with changes', () => {
  expect(tagWith({ ...stageSettings.build })).toBe(tagWith(stageSettings.build))
  expect(tagWith({ VITE_OPERATOR_NAME: 'ИП Петрова' })).not.toBe(tagWith(stageSettings.build))
})

test('pages are built with the providers of a sign-in that have both of their settings', () => {
  const config = stageConfig('production', stageSettings)
  const tagOf = (client: string, secrets: string[]) =>
    wantedPagesTag(
      world.deployment({
        config: { ...config, vars: { ...config.vars, VK_ID_CLIENT: client } },
        secretNames: new Set(secrets)
      })
    )
  const [none, half, other, both] = [
    tagOf('', []),
    tagOf('client', []),
    tagOf('', ['VK_ID_SECRET']),
    tagOf('client', ['VK_ID_SECRET'])
  ]
  expect([half, other]).toEqual([none, none])
  expect(both).not.toBe(none)
})
