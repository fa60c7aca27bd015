// The steps of a deployment in their order, with what each would make of an empty account.
import { expect, test } from 'vitest'
import { emptyAccount } from '#scripts/deploy/cloudflare.ts'
import { wantedPagesTag } from '#scripts/deploy/pages.ts'
import { stepsOf } from '#scripts/deploy/plan.ts'
import { goThrough } from '#scripts/deploy/steps.ts'
import { deploymentWorld } from '../support/node/deployment.ts'
import { stageSecrets, stageSettings } from '../support/node/stand-in-account.ts'

const world = deploymentWorld()

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
      waiting > 0 ? '+ ask for OPENAI_API_KEY, and set it' : '+ set OPENAI_API_KEY, from the environment',
      '+ make the database ai-platform-history-2 in eeur',
      '+ make the bucket ai-platform-media in eeur',
      '+ make the queue dead-jobs',
      '+ register my-company.ru for sending, with its records of SPF, DKIM and bounces',
      '+ deploy ai-platform-api for everybody, with 17 new secrets: its objects have new classes',
      '+ let ai-platform-api consume image-jobs',
      '+ build the pages and publish them',
      '+ make the record ai.my-company.ru → ai-platform.pages.dev'
    ])
  )
  expect(world.cloud.changes()).toEqual([])
})

const tagWith = (build: Record<string, string>) =>
  wantedPagesTag(world.deployment({ settings: { ...stageSettings, build } }))

test('pages are other ones when what they are built with changes', () => {
  expect(tagWith({ ...stageSettings.build })).toBe(tagWith(stageSettings.build))
  expect(tagWith({ VITE_OPERATOR_NAME: 'ИП Петрова' })).not.toBe(tagWith(stageSettings.build))
})
