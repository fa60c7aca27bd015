// The pages: a project of their own, with the Functions that pass /api on to the Worker. They come after it, because new pages may need
// the new API, while pages that are open keep working with it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { experimental_readRawConfig } from 'wrangler'
import { ipAddressOf } from '#domain/ip-address.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { root } from '../root.ts'
import { SetupProblem } from '../setup-problem.ts'
import { runTool } from '../tool.ts'
import { findZone } from './account.ts'
import { stageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { accountPath } from './deployment.ts'
import { answeringOrigin, project, projectName, projectPath } from './health.ts'
import { siteIn } from '../build-manifest.ts'
import { siteInputs } from '../site.ts'
import { Ill, missing, type Seen, type Step, there, yours } from './steps.ts'
import { runWrangler } from './wrangler.ts'

/** Production's, of the project: a preview is another branch. */
const branch = 'main'

const buildSettings = ({ settings }: Deployment) => ({
  ...settings.build,
  VITE_SITE_ORIGIN: `https://${settings.site}`
})

/** The configuration of the project: web/wrangler.toml, bound to the Worker of this stage. */
function pagesConfig(deployment: Deployment): object {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'web/wrangler.toml') })
  const { compatibility_date, send_metrics } = rawConfig
  const { name } = stageConfig(deployment.stage, deployment.settings)
  const services = [{ binding: 'API', service: name }]
  return {
    name: projectName(deployment),
    compatibility_date,
    send_metrics,
    pages_build_output_dir: 'site',
    services,
    // A preview shows pages only: bound to the Worker, any branch would work on the data.
    env: { preview: { services: [] }, production: { services } }
  }
}

/** Of what the pages are made, as the commit that they name. */
export const wantedPagesTag = (deployment: Deployment): string =>
  fingerprintOf(
    [...siteInputs, 'web/functions'],
    JSON.stringify([buildSettings(deployment), pagesConfig(deployment)])
  ).slice(0, 40)

/** @returns the folder of the built site */
async function build(deployment: Deployment): Promise<string> {
  const folder = join(deployment.folder, 'build')
  // In a process of its own, because the settings of the build are those of the process; the secrets of this one are none of them.
  const { PATH, HOME, TMPDIR } = process.env
  const { succeeded, output } = await runTool({
    nodeArguments: [join(root, 'scripts/deploy/build-site.ts')],
    environment: { PATH, HOME, TMPDIR, ...buildSettings(deployment), SITE_BUILD_FOLDER: folder },
    signal: deployment.signal
  })
  if (!succeeded) throw new SetupProblem(output.trim())
  return siteIn(folder)
}

async function publish(deployment: Deployment, tag: string): Promise<void> {
  const built = await build(deployment)
  const place = join(deployment.folder, 'pages')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  cpSync(built, join(place, 'site'), { recursive: true })
  cpSync(join(root, 'web/functions'), join(place, 'functions'), { recursive: true })
  writeFileSync(join(place, 'wrangler.json'), JSON.stringify(pagesConfig(deployment), null, 2))
  const words = [`--project-name=${projectName(deployment)}`, `--branch=${branch}`, `--commit-hash=${tag}`]
  await runWrangler(
    deployment,
    ['pages', 'deploy', ...words, '--commit-message=npm run deploy', '--commit-dirty=true'],
    place
  )
}

/** Whether the home page and, through its Function, the API answer. @returns what is wrong; null: nothing */
async function problemAt(origin: string, signal: AbortSignal): Promise<string | null> {
  for (const path of ['/', '/api/health']) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    const status = await fetch(`${origin}${path}`, { signal: limit }).then(
      (response) => String(response.status),
      (error: unknown) => String(error)
    )
    if (status !== '200') return `${path} of the new pages answers ${status}`
  }
  return null
}

/** New pages are everywhere within seconds; asked often enough, a slow start is no illness. */
const attempts = 10

async function check(deployment: Deployment): Promise<string | null> {
  const origin = await answeringOrigin(deployment)
  if (origin === null) return 'the project has no address'
  let problem: string | null = null
  for (let attempt = 0; attempt < attempts; attempt++) {
    problem = await problemAt(origin, deployment.signal)
    if (problem === null) return null
    await new Promise((resolve) => setTimeout(resolve, Math.min(3000, deployment.watchMs / attempts)))
  }
  return problem
}

export const pagesStep = (deployment: Deployment): Step => ({
  name: 'Pages',
  async look() {
    const { api } = deployment
    const known = await api.find(projectPath(deployment), project)
    const old = known?.canonical_deployment
    const tag = wantedPagesTag(deployment)
    if (old && old.deployment_trigger?.metadata?.commit_hash === tag) {
      const problem = await check(deployment)
      if (problem !== null) throw new Ill(problem)
      return there(`${projectName(deployment)}, deployment ${old.id}`)
    }
    return missing(
      [
        ...(known ? [] : [`make the project ${projectName(deployment)}`]),
        'build the pages and publish them',
        'look whether they and the API answer'
      ],
      async () => {
        const body = { name: projectName(deployment), production_branch: branch }
        if (!known) await api.post(`${accountPath(deployment)}/pages/projects`, body, project)
        if (old)
          deployment.undoing.push(async () => {
            await api.post(`${projectPath(deployment)}/deployments/${old.id}/rollback`, {}, z.unknown())
            return `The pages of deployment ${old.id} are served again.`
          })
        await publish(deployment, tag)
        const problem = await check(deployment)
        if (problem !== null) throw new Ill(problem)
      }
    )
  }
})

const domains = z.array(z.object({ name: z.string(), status: z.string() }))
const records = z.array(z.object({ type: z.string(), name: z.string(), content: z.string() }))
type Records = z.infer<typeof records>

const isMachine = ({ type }: Records[number]): boolean => type === 'A' || type === 'AAAA'

/** As Cloudflare stores it: one address may be written in many ways. */
const stored = (address: string): string => ipAddressOf(address)?.toString() ?? address
const typeOf = (address: string): string => (address.includes(':') ? 'AAAA' : 'A')

/** The name leads to machines that reach the pages by their own address (docs/proxy/nginx.conf). */
function proxied(
  { api, settings: { site, proxy = [] } }: Deployment,
  zoneId: string | undefined,
  found: Records
): Seen {
  const addresses = [...new Set(proxy.map(stored))]
  const led = found.filter(isMachine).map(({ content }) => stored(content))
  const strange = led.find((address) => !addresses.includes(address))
  if (strange !== undefined)
    return yours(
      `${site} leads to ${strange}, which is no proxy of the settings: delete the record, or name the machine as "proxy".`
    )
  const [first = ''] = addresses
  // The name would lead nowhere between two calls, and the machine may not be ready.
  if (found.some(({ type }) => type === 'CNAME'))
    return yours(
      `Turn the CNAME of ${site} into the record ${typeOf(first)} ${first}, not proxied: the command makes the other addresses.`
    )
  const left = addresses.filter((address) => !led.includes(address))
  if (left.length === 0) return there(`leads to your proxy ${addresses.join(', ')}`)
  return missing(
    left.map((address) => `make the record ${typeOf(address)} ${site} → ${address}`),
    async () => {
      for (const address of left) {
        const record = { type: typeOf(address), name: site, content: address, proxied: false, ttl: 1 }
        await api.post(`/zones/${zoneId}/dns_records`, record, z.unknown())
      }
    }
  )
}

/** The site's own name leads to the pages, whose certificate comes by itself, or to a proxy before them. */
export const domainStep = (deployment: Deployment): Step => ({
  name: `Address ${deployment.settings.site}`,
  async look() {
    const { api, settings } = deployment
    const path = `${projectPath(deployment)}/domains`
    const [known, zone, pages] = await Promise.all([
      api.find(path, domains),
      findZone(deployment),
      api.find(projectPath(deployment), project)
    ])
    const has = known?.some(({ name }) => name === settings.site) ?? false
    const target = pages?.subdomain ?? `${projectName(deployment)}.pages.dev`
    const found = (zone && (await api.find(`/zones/${zone.id}/dns_records?name=${settings.site}`, records))) ?? []
    if (settings.proxy !== undefined || found.some(isMachine)) return proxied(deployment, zone?.id, found)
    const leads = found.some(({ type, content }) => type === 'CNAME' && content === target)
    if (has && leads) return there(`leads to ${target}`)
    return missing(
      [
        ...(has ? [] : [`add ${settings.site} to the project`]),
        ...(leads ? [] : [`make the record ${settings.site} → ${target}`])
      ],
      async () => {
        if (!has) await api.post(path, { name: settings.site }, z.unknown())
        const { subdomain } = (await api.find(projectPath(deployment), project)) ?? { subdomain: target }
        const record = { type: 'CNAME', name: settings.site, content: subdomain, proxied: true, ttl: 1 }
        if (!leads) await api.post(`/zones/${zone?.id}/dns_records`, record, z.unknown())
      }
    )
  }
})
