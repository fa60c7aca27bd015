// The Worker that reads documents and encodes recordings. It keeps nothing, has no secrets and no address, and only the other Worker calls it: so it goes out
// whole, and before that one. It must suit the version of that one which is live as well.
import { join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { fingerprintOf } from '../fingerprint.ts'
import { root } from '../root.ts'
import { writeStageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { findRunning } from './running.ts'
import { named, type Stage, type StageSettings } from './stage.ts'
import { missing, type Step, there } from './steps.ts'
import { runWrangler } from './wrangler.ts'

/** The folders whose code becomes it. */
const inputs = ['contract', 'domain', 'formats', 'reader', 'package-lock.json', 'tsconfig.base.json']

const folder = join(root, 'reader')

function readerConfig(stage: Stage, { account }: StageSettings): Unstable_RawConfig & { name: string } {
  const { rawConfig } = experimental_readRawConfig({ config: join(folder, 'wrangler.toml') })
  const { name = '', main = '' } = rawConfig
  return { ...rawConfig, account_id: account, name: named(stage, name), main: join(folder, main) }
}

export const readerStep = (deployment: Deployment): Step => ({
  name: 'Reader of documents',
  async look() {
    const config = readerConfig(deployment.stage, deployment.settings)
    const tag = fingerprintOf(inputs, JSON.stringify(config).replaceAll(root, '')).slice(0, 24)
    const [live] = (await findRunning(deployment, config.name))?.versions ?? []
    if (live?.tag === tag) return there(`${config.name}, version ${live.id}`)
    return missing([`deploy ${config.name}`], async () => {
      const file = writeStageConfig(join(deployment.folder, 'reader'), config)
      await runWrangler(deployment, ['deploy', `--config=${file}`, `--tag=${tag}`, '--message=npm run deploy'])
    })
  }
})
