// The Worker: a version is uploaded unless it is there, and released. It is known by its tag: a fingerprint of all that it was made of.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf } from '../fingerprint.ts'
import { root } from '../root.ts'
import { SetupProblem } from '../setup-problem.ts'
import { buildScript, scriptConfig, workerMain } from '../worker-script.ts'
import { stageConfig, writeStageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { answeringOrigin, illnessOf } from './health.ts'
import { release, shares, watch } from './release.ts'
import { findRunning, findUploaded, type Running } from './running.ts'
import { missing, type Step, there } from './steps.ts'
import { runWrangler } from './wrangler.ts'

/** What becomes the Worker, and what makes it. */
const inputs = [
  'contract',
  'data',
  'domain',
  'durable-objects',
  'formats',
  'notices',
  'providers',
  'queues',
  'scripts/worker-script.ts',
  'worker',
  'package-lock.json',
  'tsconfig.base.json'
]

/** Everything of which a version is made but its secrets. A tag has at most 25 characters. */
function wantedTag({ stage, settings, databases }: Deployment): string {
  const config = stageConfig(stage, settings, databases)
  // Two machines that deploy the same have it in different folders.
  return fingerprintOf(inputs, JSON.stringify(config).replaceAll(root, '')).slice(0, 24)
}

/** wrangler's words that give the secrets of this run to a version. */
async function withSecrets(
  secrets: ReadonlyMap<string, string>,
  run: (words: string[]) => Promise<void>
): Promise<void> {
  if (secrets.size === 0) return run([])
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  try {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 })
    await run([`--secrets-file=${file}`])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function upload(deployment: Deployment, command: string[], tag: string): Promise<void> {
  const { stage, settings, databases, folder, secrets } = deployment
  const script = join(folder, 'script')
  await buildScript(workerMain, script)
  const config = writeStageConfig(folder, { ...stageConfig(stage, settings, databases), ...scriptConfig(script) })
  await withSecrets(secrets, (words) =>
    runWrangler(deployment, [...command, `--config=${config}`, `--tag=${tag}`, '--message=npm run deploy', ...words])
  )
}

/** Uploads a version unless an interrupted run has, and releases it. */
async function deployGradually(deployment: Deployment, running: Running, tag: string): Promise<void> {
  const known = deployment.newSecrets.size === 0 ? await findUploaded(deployment, tag) : null
  if (known === null) await upload(deployment, ['versions', 'upload'], tag)
  const next = known ?? (await findUploaded(deployment, tag))
  if (next === null) throw new SetupProblem('The version that was uploaded is not found')
  await release(deployment, { next, before: running.versions.find(({ id }) => id !== next)?.id ?? null })
}

/** For everybody at once. Cloudflare takes no version back over a change of classes, so an illness is only told. */
async function deployWhole(deployment: Deployment, tag: string): Promise<void> {
  const origin = await answeringOrigin(deployment)
  const wasIll = origin !== null && (await illnessOf(deployment, origin)) !== null
  await upload(deployment, ['deploy'], tag)
  const next = await findUploaded(deployment, tag)
  // Where something ill was live, the step of the pages judges what answers now.
  if (next !== null && !wasIll) await watch(deployment, next)
}

/** Told and no more: the pages may be what is ill, and their step repairs them, or ends the run. */
async function illnessIn(deployment: Deployment): Promise<string> {
  const origin = await answeringOrigin(deployment)
  const problem = origin === null ? null : await illnessOf(deployment, origin)
  return problem === null ? '' : `, and it is ill: ${problem}`
}

export const workerStep = (deployment: Deployment): Step => ({
  name: 'Worker',
  async look() {
    const { migrations, name } = stageConfig(deployment.stage, deployment.settings)
    const running = await findRunning(deployment, name)
    const tag = wantedTag(deployment)
    const [first] = running?.versions ?? []
    const secrets = `${deployment.newSecrets.size} new secrets`
    if (first?.tag === tag && first.percentage === 100 && deployment.newSecrets.size === 0)
      return there(`${name}, version ${first.id}${await illnessIn(deployment)}`)
    // Classes of objects change for all at once: developers.cloudflare.com/workers/configuration/versions-and-deployments.
    if (!running || !first || running.migration !== migrations.at(-1)?.tag)
      return missing([`deploy ${name} for everybody, with ${secrets}: its objects have new classes`], () =>
        deployWhole(deployment, tag)
      )
    return missing(
      [
        `upload a version of ${name}, with ${secrets}`,
        `give it ${shares.join(', ')} % of the traffic, and watch its health at each`
      ],
      () => deployGradually(deployment, running, tag)
    )
  }
})
