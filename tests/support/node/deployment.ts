import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { cloudflare } from '#scripts/deploy/cloudflare.ts'
import { stageConfig } from '#scripts/deploy/config.ts'
import type { Deployment } from '#scripts/deploy/deployment.ts'
import { goThrough, type Step } from '#scripts/deploy/steps.ts'
import { type StandInAccount, stageSettings, startAccount } from './stand-in-account.ts'

/** Each test's own account, folder of generated files, and what its runs have said. */
export function deploymentWorld() {
  const world = {
    said: [] as string[],
    folder: '',
    cloud: undefined as unknown as StandInAccount,
    /** A deployment of production to the account, with no person to ask. */
    deployment({ stage = 'production', settings = stageSettings, ...change }: Partial<Deployment> = {}): Deployment {
      const { signal } = new AbortController()
      const { apiBase } = world.cloud
      return {
        stage,
        settings,
        config: stageConfig(stage, settings),
        account: `/accounts/${settings.account}`,
        zone: 'zone',
        api: cloudflare('a-token', apiBase, signal),
        token: 'a-token',
        apiBase,
        signal,
        dry: false,
        ask: null,
        environment: {},
        watchMs: 0,
        folder: world.folder,
        renewed: new Set(),
        newSecrets: new Set(),
        secretNames: new Set(),
        secrets: new Map(),
        undoing: [],
        print: (line) => void world.said.push(line),
        ...change
      }
    },
    /** Goes through these steps. @returns the deployment */
    async run(steps: ((deployment: Deployment) => Step)[], change: Partial<Deployment> = {}) {
      const made = world.deployment(change)
      await goThrough(
        steps.map((step) => step(made)),
        made
      )
      return made
    }
  }
  beforeEach(async () => {
    world.said = []
    world.folder = mkdtempSync(join(tmpdir(), 'deployment-'))
    world.cloud = await startAccount()
  })
  afterEach(() => {
    world.cloud.close()
    rmSync(world.folder, { recursive: true })
  })
  return world
}
