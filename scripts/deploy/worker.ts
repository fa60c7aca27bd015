// The two Workers. A version is uploaded unless it is there, and released. It is known by its tag: a fingerprint of all that it was made of.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { experimental_readRawConfig } from 'wrangler'
import { z } from 'zod'
import { fingerprintOf } from '../base/fingerprint.ts'
import { root } from '../base/root.ts'
import { SetupProblem } from '../base/setup-problem.ts'
import { buildScript, scriptConfig, scriptInputs, workerMain } from '../base/worker-script.ts'
import { writeConfig } from './config.ts'
import { type Deployment, runWrangler } from './deployment.ts'
import { illnessOf } from './health.ts'
import { keepMaps } from './kept-maps.ts'
import { demandHealth, release, shares } from './release.ts'
import { named } from './stage.ts'
import { missing, type Step, there } from './steps.ts'

/** What becomes the Worker that reads documents, and what makes it. */
const readerInputs = ['contract', 'domain', 'formats', 'reader', 'package-lock.json', 'tsconfig.base.json']

/** Everything of which a version is made but its secrets; the same on two machines that have it in different folders. */
const tagOf = (files: string[], config: object): string =>
  // Cloudflare allows 25 characters.
  fingerprintOf(files, JSON.stringify(config).replaceAll(root, '')).slice(0, 24)

const version = z.object({
  id: z.string(),
  number: z.number().default(0),
  annotations: z.record(z.string(), z.string().optional()).optional()
})
const seenTag = ({ annotations }: z.infer<typeof version>) => annotations?.['workers/tag'] ?? null

const traffic = z.object({
  deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) }))
})

const scriptPath = ({ account }: Deployment, name: string) => `${account}/workers/scripts/${name}`

/** What of a Worker is live: versions with their shares, the largest first, and the tag of that one; null: it was never deployed. */
async function findLive(deployment: Deployment, name: string) {
  const { api } = deployment
  const found = await api.find(`${scriptPath(deployment, name)}/deployments`, traffic)
  const versions = found?.deployments[0]?.versions.toSorted((one, other) => other.percentage - one.percentage) ?? []
  const [largest] = versions
  if (!largest) return null
  const seen = await api.find(`${scriptPath(deployment, name)}/versions/${largest.version_id}`, version)
  return { id: largest.version_id, versions, tag: seen && versions.length === 1 ? seenTag(seen) : null }
}

/** The newest version of the API with this tag: one with other secrets may have the same. */
async function findUploaded(deployment: Deployment, tag: string): Promise<string | null> {
  const path = `${scriptPath(deployment, deployment.config.name)}/versions?deployable=true`
  const found = await deployment.api.find(path, z.object({ items: z.array(version) }))
  const same = found?.items.filter((one) => seenTag(one) === tag) ?? []
  return same.toSorted((one, other) => other.number - one.number)[0]?.id ?? null
}

/**
 * It keeps nothing, has no secrets and no address, and only the other Worker calls it: so it goes out whole, and before that one. It must
 * suit the version of that one which is live as well.
 */
export const readerStep = (deployment: Deployment): Step => ({
  name: 'Reader of documents',
  async look() {
    const folder = join(root, 'reader')
    const { rawConfig } = experimental_readRawConfig({ config: join(folder, 'wrangler.toml') })
    const name = named(deployment.stage, rawConfig.name ?? '')
    const account_id = deployment.settings.account
    const config = { ...rawConfig, account_id, name, main: join(folder, rawConfig.main ?? '') }
    const tag = tagOf(readerInputs, config)
    const live = await findLive(deployment, name)
    if (live?.tag === tag) return there(`${name}, version ${live.id}`)
    return missing([`deploy ${name}`], async () => {
      const file = writeConfig(join(deployment.folder, 'reader'), config)
      await runWrangler(deployment, ['deploy', `--config=${file}`, `--tag=${tag}`, '--message=npm run deploy'])
    })
  }
})

/** Which commit a version was made of, for `npm run where` on another machine. */
function ofCommit(): string {
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8'
  })
  return status === 0 ? ` of ${stdout.trim()}` : ''
}

async function upload(deployment: Deployment, command: string[], tag: string): Promise<void> {
  const { folder, secrets } = deployment
  const script = join(folder, 'script')
  await buildScript(workerMain, script)
  keepMaps(folder, tag, script)
  const config = writeConfig(folder, { ...deployment.config, ...scriptConfig(script) })
  const words = [...command, `--config=${config}`, `--tag=${tag}`, `--message=npm run deploy${ofCommit()}`]
  const place = mkdtempSync(join(tmpdir(), 'secrets-'))
  try {
    const file = join(place, 'secrets.json')
    writeFileSync(file, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 })
    await runWrangler(deployment, [...words, ...(secrets.size === 0 ? [] : [`--secrets-file=${file}`])])
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

export const workerStep = (deployment: Deployment): Step => ({
  name: 'Worker',
  async look() {
    const { api, account, config, newSecrets } = deployment
    const { name } = config
    const tag = tagOf(scriptInputs, config)
    const live = await findLive(deployment, name)
    const secrets = `${newSecrets.size} new secrets`
    if (live?.tag === tag && newSecrets.size === 0) {
      // Told and no more: the pages may be what is ill, and their step repairs them, or ends the run.
      const problem = await illnessOf(deployment)
      return there(`${name}, version ${live.id}${problem === null ? '' : `, and it is ill: ${problem}`}`)
    }
    const scripts = z.array(z.object({ id: z.string(), migration_tag: z.string().nullish() }))
    const known = (await api.find(`${account}/workers/scripts`, scripts))?.find(({ id }) => id === name)
    // Classes of objects change for all at once: developers.cloudflare.com/workers/configuration/versions-and-deployments.
    // Cloudflare takes no version back over such a change, so an illness is only told.
    if (!live || known?.migration_tag !== config.migrations.at(-1)?.tag)
      return missing([`deploy ${name} for everybody, with ${secrets}: its objects have new classes`], async () => {
        const wasIll = (await illnessOf(deployment)) !== null
        await upload(deployment, ['deploy'], tag)
        const next = await findUploaded(deployment, tag)
        // Where something ill was live, the step of the pages judges what answers now.
        if (next !== null && !wasIll) await demandHealth(deployment, next)
      })
    return missing(
      [
        `upload a version of ${name}, with ${secrets}`,
        `give it ${shares.join(', ')} % of the traffic, and watch its health at each`
      ],
      async () => {
        const uploaded = newSecrets.size === 0 ? await findUploaded(deployment, tag) : null
        if (uploaded === null) await upload(deployment, ['versions', 'upload'], tag)
        const next = uploaded ?? (await findUploaded(deployment, tag))
        if (next === null) throw new SetupProblem('The version that was uploaded is not found')
        const before = live.versions.find(({ version_id: id }) => id !== next)?.version_id ?? null
        await release(deployment, { next, before })
      }
    )
  }
})
