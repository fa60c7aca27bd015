// The Worker: a version is uploaded, gets a tenth of the traffic, then half, then all, and its health is watched at each share. When
// it is ill, the version before gets everything back. A version is known by its tag: a fingerprint of all that it was made of.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fingerprintOf } from '../fingerprint.ts'
import { SetupProblem } from '../setup-problem.ts'
import { stageConfig, writeStageConfig } from './config.ts'
import { accountPath, type Deployment } from './deployment.ts'
import { answeringOrigin, watchHealth } from './health.ts'
import { missing, type Step, there } from './steps.ts'
import { runWrangler } from './wrangler.ts'

/** The folders whose code becomes the Worker. */
const inputs = [
  'contract',
  'data',
  'domain',
  'durable-objects',
  'formats',
  'notices',
  'providers',
  'queues',
  'worker',
  'package-lock.json',
  'tsconfig.base.json'
]
const shares = [10, 50, 100]

const scripts = z.array(z.object({ id: z.string(), migration_tag: z.string().nullish() }))
const deployments = z.object({
  deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) }))
})
const version = z.object({
  id: z.string(),
  annotations: z.record(z.string(), z.string().optional()).optional()
})
const versions = z.object({ items: z.array(version) })

interface Running {
  /** Version with its share, the largest first. */
  versions: { id: string; percentage: number; tag: string | null }[]
  /** The newest change of the objects' classes that it has. */
  migration: string | null
}

const scriptPath = (deployment: Deployment) =>
  `${accountPath(deployment)}/workers/scripts/${stageConfig(deployment.stage, deployment.settings).name}`

const tagOf = ({ annotations }: z.infer<typeof version>) => annotations?.['workers/tag'] ?? null

async function findRunning(deployment: Deployment): Promise<Running | null> {
  const { api } = deployment
  const { name } = stageConfig(deployment.stage, deployment.settings)
  const all = await api.find(`${accountPath(deployment)}/workers/scripts`, scripts)
  const script = all?.find(({ id }) => id === name)
  if (!script) return null
  const found = await api.find(`${scriptPath(deployment)}/deployments`, deployments)
  const shared = found?.deployments[0]?.versions.toSorted((one, other) => other.percentage - one.percentage) ?? []
  const named = await Promise.all(
    shared.map(async ({ version_id: id, percentage }) => {
      const seen = await api.find(`${scriptPath(deployment)}/versions/${id}`, version)
      return { id, percentage, tag: seen && tagOf(seen) }
    })
  )
  return { versions: named, migration: script.migration_tag ?? null }
}

/** Everything of which a version is made but its secrets. A tag has at most 25 characters. */
function wantedTag({ stage, settings, databases }: Deployment): string {
  const config = stageConfig(stage, settings, databases)
  return fingerprintOf(inputs, JSON.stringify(config)).slice(0, 24)
}

/** wrangler's words that give the secrets of this run to a version. */
async function withSecrets(secrets: ReadonlyMap<string, string>, run: (words: string[]) => Promise<void>): Promise<void> {
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
  const config = writeStageConfig(folder, stageConfig(stage, settings, databases))
  await withSecrets(secrets, (words) =>
    runWrangler(deployment, [...command, `--config=${config}`, `--tag=${tag}`, '--message=npm run deploy', ...words])
  )
}

async function findUploaded(deployment: Deployment, tag: string): Promise<string | null> {
  const found = await deployment.api.find(`${scriptPath(deployment)}/versions?deployable=true`, versions)
  return found?.items.find((one) => tagOf(one) === tag)?.id ?? null
}

async function share(deployment: Deployment, next: string, percentage: number, before: string | null): Promise<void> {
  const rest = before === null || percentage === 100 ? [] : [{ version_id: before, percentage: 100 - percentage }]
  await deployment.api.post(
    `${scriptPath(deployment)}/deployments`,
    { strategy: 'percentage', versions: [{ version_id: next, percentage }, ...rest] },
    z.unknown()
  )
}

/** @throws SetupProblem after the version before has everything back */
export async function returnTo(deployment: Deployment, before: string | null, problem: string): Promise<never> {
  if (before === null) throw new SetupProblem(`The first version is ill, and there is none before it: ${problem}`)
  await share(deployment, before, 100, null)
  throw new SetupProblem(`Version ${before} has everything back, because ${problem}`)
}

async function release(deployment: Deployment, next: string, before: string): Promise<void> {
  const origin = await answeringOrigin(deployment)
  // Without pages nobody reaches the Worker yet.
  for (const percentage of origin === null ? [100] : shares) {
    await share(deployment, next, percentage, before)
    deployment.print(`      ${percentage} % of the traffic`)
    const problem = origin === null ? null : await watchHealth(deployment, origin, next)
    if (problem !== null) await returnTo(deployment, before, problem)
  }
}

/** The version that had the traffic before this run, to which the step of the pages may have to return. */
export interface Before {
  version: string | null
}

export function workerStep(deployment: Deployment, before: Before): Step {
  return {
    name: 'Worker',
    async look() {
      const running = await findRunning(deployment)
      const tag = wantedTag(deployment)
      const { migrations, name } = stageConfig(deployment.stage, deployment.settings)
      const asked = `${deployment.newSecrets.size} new secrets`
      const [first] = running?.versions ?? []
      before.version = running?.versions.find((one) => one.tag !== tag)?.id ?? null
      if (first?.tag === tag && first.percentage === 100 && deployment.newSecrets.size === 0) {
        before.version = first.id
        return there(`${name}, version ${first.id}`)
      }
      // Classes of objects change for all at once: developers.cloudflare.com/workers/configuration/versions-and-deployments.
      const isWhole = !first || running?.migration !== migrations.at(-1)?.tag
      if (isWhole)
        return missing([`deploy ${name} for everybody, with ${asked}: its objects have new classes`], () =>
          upload(deployment, ['deploy'], tag)
        )
      const old = before.version ?? first.id
      return missing(
        [
          `upload a version of ${name}, with ${asked}`,
          `give it ${shares.join(', ')} % of the traffic, and watch its health at each`,
          'set its queues and its clock'
        ],
        async () => {
          const known = deployment.newSecrets.size === 0 ? await findUploaded(deployment, tag) : null
          if (known === null) await upload(deployment, ['versions', 'upload'], tag)
          const next = known ?? (await findUploaded(deployment, tag))
          if (next === null) throw new SetupProblem('The version that was uploaded is not found')
          await release(deployment, next, old)
          const config = writeStageConfig(
            deployment.folder,
            stageConfig(deployment.stage, deployment.settings, deployment.databases)
          )
          await runWrangler(deployment, ['triggers', 'deploy', `--config=${config}`])
        }
      )
    }
  }
}
