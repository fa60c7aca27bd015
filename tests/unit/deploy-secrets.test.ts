// Where the secrets of a stage come from, how they are judged, and which of them are kept.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { secretsStep } from '#scripts/deploy/secrets.ts'
import { deploymentWorld } from '../support/node/deployment.ts'
import { stageSecrets, stageSettings } from '../support/node/stand-in-account.ts'

const world = deploymentWorld()

const ask = () => Promise.resolve('sk-4Qm9Zt2Lx7Vw')
const give = (change: Partial<Deployment> = {}) => world.run([secretsStep], change)

const kept = ['JWT_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'OPERATOR_TOKEN', 'BACKUP_TOKEN', 'FACTOR_SECRET']
const fileOf = (name: string) => join(world.folder, name.toLowerCase().replaceAll('_', '-'))
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8')

/** A person who has the key of this one alone of those that may be left out. */
const leaving = (given: string) => (name: string, _: unknown, skipped?: string) =>
  Promise.resolve(skipped === undefined || name === given ? 'sk-4Qm9Zt2Lx7Vw' : '')

describe('secrets', () => {
  test('are asked of a person one by one, made, or kept in files that only this user reads', async () => {
    const askedFor: string[] = []
    const asking = (name: string) => {
      askedFor.push(name)
      return Promise.resolve(`answer-for-${name}-4Qm9Zt2Lx7Vw`)
    }
    const { secrets } = await give({ ask: asking, environment: { OPENAI_API_KEY: 'sk-4Qm9Zt2Lx7Vw' } })
    expect(askedFor).toContain('YOOKASSA_SECRET_KEY')
    expect(askedFor).not.toContain('OPENAI_API_KEY')
    expect(secrets.get('OPENAI_API_KEY')).toBe('sk-4Qm9Zt2Lx7Vw')
    for (const name of kept) {
      expect(secrets.get(name)).toBe(textOf(name))
      expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600)
      expect(world.said.join()).toContain(fileOf(name))
    }
    expect(Buffer.from(secrets.get('VAPID_PUBLIC_KEY') ?? '', 'base64url')).toHaveLength(65)
    expect(Buffer.from(secrets.get('VAPID_PRIVATE_KEY') ?? '', 'base64url')).toHaveLength(32)
    for (const value of secrets.values()) expect(world.said.join()).not.toContain(value)
  })

  test.each([
    ['production', 'YOOKASSA_SECRET_KEY', 'test_4Qm9Zt2Lx7Vw', 'must not belong to a test shop'],
    ['staging', 'YOOKASSA_SECRET_KEY', 'live_4Qm9Zt2Lx7Vw', 'must belong to a test shop'],
    ['production', 'YOOKASSA_SECRET_KEY', 'sandbox', 'must be a secret of this deployment'],
    ['production', 'OPERATOR_TOKEN', 'pZ8kV2qLw7XnR4tYb9Fs3HcJ', 'OPERATOR_TOKEN: must have at least 32'],
    ['production', 'OPENAI_API_KEY', 'sk-4Qm…Lx7Vw', 'OPENAI_API_KEY: has characters that no secret has'],
    ['production', 'VAPID_PRIVATE_KEY', 'x'.repeat(43), 'VAPID_PRIVATE_KEY is half a pair']
  ] as const)('of %s are judged by the rules of the Worker before they are set: %s %s', async (...judged) => {
    const [stage, name, value, problem] = judged
    await expect(give({ stage, environment: { [name]: value }, ask })).rejects.toThrow(problem)
  })

  test('that are kept come from their files to a run that goes on, and are other ones when they are renewed', async () => {
    const { secrets: first } = await give({ ask })
    const { secrets: next } = await give({ ask })
    for (const name of kept) expect(next.get(name)).toBe(first.get(name))
    const { secrets: last } = await give({ ask, renewed: new Set(['JWT_SECRET', 'VAPID_PRIVATE_KEY']) })
    const renewed = kept.filter((name) => last.get(name) !== first.get(name))
    expect(renewed).toEqual(['JWT_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
    for (const name of renewed) expect(last.get(name)).toBe(textOf(name))
  })

  test('that are to be renewed are known by name, and need a value', async () => {
    await expect(give({ renewed: new Set(['OPENAI_KEY']) })).rejects.toThrow('this stage has no secret OPENAI_KEY')
    const token = 'pZ8kV2qLw7XnR4tYb9Fs3HcJd6MgAe5U'
    const { secrets } = await give({ renewed: new Set(['PROXY_TOKEN']), ask: () => Promise.resolve(token) })
    expect(secrets.get('PROXY_TOKEN')).toBe(token)
  })

  test('of suppliers may be left out by a person, but one of chats is needed', async () => {
    const { secrets } = await give({ ask: leaving('XAI_API_KEY') })
    expect([...secrets.keys()].filter((name) => name.endsWith('_API_KEY'))).toEqual(['XAI_API_KEY'])
    await expect(give({ ask: leaving('BFL_API_KEY') })).rejects.toThrow('A site needs one supplier of chats')
    const environment = Object.fromEntries(
      Object.entries(stageSecrets()).filter(([name]) => !name.endsWith('_API_KEY'))
    )
    await expect(give({ environment })).rejects.toThrow('A site needs one supplier of chats')
  })

  test('of a supplier come with an address of its own', async () => {
    const { MIDJOURNEY_BASE_URL: _, ...variables } = stageSettings.variables
    const environment = { MIDJOURNEY_API_KEY: 'sk-4Qm9Zt2Lx7Vw' }
    await expect(give({ ask, environment, settings: { ...stageSettings, variables } })).rejects.toThrow(
      'MIDJOURNEY_BASE_URL must not be at a placeholder host'
    )
  })

  test('that are missing where nobody can be asked are named all at once', async () => {
    const { OPERATOR_TOKEN: _, YOOKASSA_SHOP_ID: __, ...environment } = stageSecrets()
    await expect(give({ environment })).rejects.toThrow('Set there: YOOKASSA_SHOP_ID, OPERATOR_TOKEN (')
  })

  test.each(kept)('that are missing are named, and not made: %s', async (name) => {
    const { [name]: _missing, ...environment } = stageSecrets()
    await expect(give({ environment })).rejects.toThrow(
      name.startsWith('VAPID') ? 'is half a pair' : `Set there: ${name} (`
    )
  })
})
