// Where the secrets of a stage come from, how they are judged, and which of them are kept.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stageConfig } from '#scripts/deploy/config.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { secretsOf } from '#scripts/deploy/secret-list.ts'
import { secretsStep } from '#scripts/deploy/secrets.ts'
import { goThrough } from '#scripts/deploy/steps.ts'
import { deploymentTo } from '../support/node/deployment.ts'
import { type StandInAccount, stageSettings, startAccount } from '../support/node/stand-in-account.ts'

let cloud: StandInAccount
let folder = ''
let said: string[]

beforeEach(async () => {
  cloud = await startAccount()
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  said = []
})
afterEach(() => {
  cloud.close()
  rmSync(folder, { recursive: true })
})

const deployment = (change: Partial<Deployment> = {}): Deployment =>
  deploymentTo(cloud, { folder, print: (line) => void said.push(line), ...change })

const answered = () => Promise.resolve('sk-4Qm9Zt2Lx7Vw')
const kept = ['JWT_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'OPERATOR_TOKEN', 'BACKUP_TOKEN']
const fileOf = (name: string) => join(folder, name.toLowerCase().replaceAll('_', '-'))
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8')

describe('secrets', () => {
  test('are asked of a person one by one, made, or kept in files that only this user reads', async () => {
    const askedFor: string[] = []
    const ask = (name: string) => {
      askedFor.push(name)
      return Promise.resolve(`answer-for-${name}-4Qm9Zt2Lx7Vw`)
    }
    const made = deployment({ ask, environment: { OPENAI_API_KEY: 'sk-4Qm9Zt2Lx7Vw' } })
    await goThrough([secretsStep(made)], made)
    expect(askedFor).toContain('YOOKASSA_SECRET_KEY')
    expect(askedFor).not.toContain('OPENAI_API_KEY')
    expect(made.secrets.get('OPENAI_API_KEY')).toBe('sk-4Qm9Zt2Lx7Vw')
    for (const name of kept) {
      expect(made.secrets.get(name)).toBe(textOf(name))
      expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600)
      expect(said.join()).toContain(fileOf(name))
    }
    expect(Buffer.from(made.secrets.get('VAPID_PUBLIC_KEY') ?? '', 'base64url')).toHaveLength(65)
    expect(Buffer.from(made.secrets.get('VAPID_PRIVATE_KEY') ?? '', 'base64url')).toHaveLength(32)
    for (const value of made.secrets.values()) expect(said.join()).not.toContain(value)
  })

  test('that nobody can be asked for are named', async () => {
    const made = deployment()
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow('JWT_SECRET is missing: set it in the')
  })

  test.each([
    ['production', 'test_4Qm9Zt2Lx7Vw', 'must not belong to a test shop'],
    ['staging', 'live_4Qm9Zt2Lx7Vw', 'must belong to a test shop'],
    ['production', 'sandbox', 'must be a secret of this deployment']
  ] as const)('of %s are judged before they are set: %s', async (stage, key, problem) => {
    const environment = { YOOKASSA_SECRET_KEY: key }
    const made = deployment({ stage, environment, ask: answered })
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow(problem)
  })

  test('are judged by the rules of the Worker: an operator’s token of 24 characters is none', async () => {
    const environment = { OPERATOR_TOKEN: 'pZ8kV2qLw7XnR4tYb9Fs3HcJ' }
    const made = deployment({ environment, ask: answered })
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow('OPERATOR_TOKEN: must have at least 32')
  })

  test('that are kept come from their files to a run that goes on, and are other ones when they are renewed', async () => {
    const first = deployment({ ask: answered })
    await goThrough([secretsStep(first)], first)
    const next = deployment({ ask: answered })
    await goThrough([secretsStep(next)], next)
    for (const name of kept) expect(next.secrets.get(name)).toBe(first.secrets.get(name))
    const renewing = deployment({ ask: answered, renewed: new Set(['JWT_SECRET', 'VAPID_PRIVATE_KEY']) })
    await goThrough([secretsStep(renewing)], renewing)
    const renewed = kept.filter((name) => renewing.secrets.get(name) !== first.secrets.get(name))
    expect(renewed).toEqual(['JWT_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
    for (const name of renewed) expect(renewing.secrets.get(name)).toBe(textOf(name))
  })

  test('that are to be renewed are known by name, and need a value', async () => {
    const strange = deployment({ renewed: new Set(['OPENAI_KEY']) })
    await expect(goThrough([secretsStep(strange)], strange)).rejects.toThrow('this stage has no secret OPENAI_KEY')
    const token = 'pZ8kV2qLw7XnR4tYb9Fs3HcJd6MgAe5U'
    const made = deployment({ renewed: new Set(['PROXY_TOKEN']), ask: () => Promise.resolve(token) })
    await goThrough([secretsStep(made)], made)
    expect(made.secrets.get('PROXY_TOKEN')).toBe(token)
  })

  test('half a pair of push keys is refused', async () => {
    const environment = { VAPID_PRIVATE_KEY: 'x'.repeat(43) }
    const made = deployment({ environment, ask: answered })
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow('VAPID_PRIVATE_KEY is half a pair')
  })

  test.each(kept)('%s, which a machine without a terminal would lose, is not made there', async (name) => {
    const all = secretsOf(stageConfig('production', stageSettings))
    const environment = Object.fromEntries(
      all.filter((one) => one.name !== name).map((one) => [one.name, valueFor(one.name)])
    )
    const made = deployment({ environment })
    await expect(goThrough([secretsStep(made)], made)).rejects.toThrow(
      name.startsWith('VAPID') ? 'is half a pair' : `${name} is missing`
    )
  })
})

function valueFor(name: string): string {
  if (name === 'VAPID_PUBLIC_KEY') return 'B'.repeat(87)
  if (name === 'VAPID_PRIVATE_KEY') return 'x'.repeat(43)
  return `pZ8kV2qLw7XnR4tYb9Fs3HcJd6MgAe5U`
}
