// The pages: a project of their own, with the Functions that pass /api on to the Worker. They come after it, because new pages may need
// the new API, while pages that are open keep working with it.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { experimental_readRawConfig } from 'wrangler'
import { z } from 'zod'
import { type IdentityProvider, identityProviders } from '#contract/identity-providers.ts'
import { siteIn } from '../site/build-manifest.ts'
import { fingerprintOf } from '../base/fingerprint.ts'
import { root } from '../base/root.ts'
import { siteInputs } from '../site/site.ts'
import { demandTool } from '../base/tool.ts'
import { writeConfig } from './config.ts'
import { type Deployment, runWrangler } from './deployment.ts'
import { findProject, judgePages, projectName, projectPath } from './health.ts'
import { missing, type Step, there } from './steps.ts'
import { unconnectedWith } from './suppliers.ts'

/** Production's, of the project: a preview is another branch. */
const branch = 'main'

/** The providers that have both of their settings. */
const waysIn = ({ config: { vars }, secretNames }: Deployment): IdentityProvider[] =>
  identityProviders.filter((provider) => {
    const name = provider.toUpperCase()
    return vars[`${name}_ID_CLIENT`] && secretNames.has(`${name}_ID_SECRET`)
  })

/**
 * With what is not on sale, so that it is not in the menu from the first paint on, and the providers of a sign-in, whose buttons are there
 * from it; later the pages learn both from the API.
 */
function buildSettings(deployment: Deployment) {
  const { settings, secretNames: secrets } = deployment
  const { vars } = deployment.config
  const unconnected = unconnectedWith({ vars, secrets }).join(' ')
  return {
    ...settings.build,
    VITE_SITE_ORIGIN: `https://${settings.site}`,
    VITE_WAYS_IN: waysIn(deployment).join(' '),
    ...(unconnected !== '' && { VITE_UNCONNECTED: unconnected })
  }
}

/** The configuration of the project: web/wrangler.toml, bound to the Worker of this stage. */
function pagesConfig(deployment: Deployment): object {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'web/wrangler.toml') })
  const { compatibility_date, send_metrics } = rawConfig
  const services = [{ binding: 'API', service: deployment.config.name }]
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

async function publish(deployment: Deployment, tag: string): Promise<void> {
  const built = join(deployment.folder, 'build')
  // In a process of its own, because the settings of the build are those of the process; the secrets of this one are none of them.
  const { PATH, HOME, TMPDIR } = process.env
  await demandTool({
    nodeArguments: [join(root, 'scripts/deploy/build-site.ts')],
    environment: { PATH, HOME, TMPDIR, ...buildSettings(deployment), SITE_BUILD_FOLDER: built },
    signal: deployment.signal
  })
  const place = join(deployment.folder, 'pages')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  cpSync(siteIn(built), join(place, 'site'), { recursive: true })
  cpSync(join(root, 'web/functions'), join(place, 'functions'), { recursive: true })
  writeConfig(place, pagesConfig(deployment))
  const words = [`--project-name=${projectName(deployment)}`, `--branch=${branch}`, `--commit-hash=${tag}`]
  await runWrangler(
    deployment,
    ['pages', 'deploy', ...words, '--commit-message=npm run deploy', '--commit-dirty=true'],
    place
  )
}

export const pagesStep = (deployment: Deployment): Step => ({
  name: 'Pages',
  async look() {
    const { api, account } = deployment
    const known = await findProject(deployment)
    const old = known?.canonical_deployment
    const name = projectName(deployment)
    const tag = wantedPagesTag(deployment)
    if (old && old.deployment_trigger?.metadata?.commit_hash === tag) {
      await judgePages(deployment)
      return there(`${name}, deployment ${old.id}`)
    }
    return missing(
      [
        ...(known ? [] : [`make the project ${name}`]),
        'build the pages and publish them',
        'look whether they and the API answer'
      ],
      async () => {
        // Without a terminal, `wrangler pages deploy` refuses a project that is not there.
        if (!known) await api.post(`${account}/pages/projects`, { name, production_branch: branch }, z.unknown())
        if (old)
          deployment.undoing.push(async () => {
            await api.post(`${projectPath(deployment)}/deployments/${old.id}/rollback`, {}, z.unknown())
            return `The pages of deployment ${old.id} are served again.`
          })
        await publish(deployment, tag)
        await judgePages(deployment)
      }
    )
  }
})
