// Pages: a project, uploads of its files, deployments and domains.
import type { Hono } from 'hono'
import { type Account, given, newId, type Project, read, refused } from './state.ts'

/** Unsigned, as wrangler only reads until when it holds. */
const uploadToken = `none.${btoa(JSON.stringify({ exp: 4_000_000_000 })).replaceAll('=', '')}.none`

const shownDeployment = ({ id, tag }: Project['deployments'][number]) => ({
  id,
  url: `https://${id}.pages.dev`,
  deployment_trigger: { metadata: { commit_hash: tag } },
  latest_stage: { name: 'deploy', status: 'success' }
})

/** The newest that was made, or the one that was returned to. */
export const liveOf = ({ deployments, live }: Project) => deployments.find(({ id }) => id === live)

export function mountPages(api: Hono, account: Account): void {
  const projects = '/accounts/:account/pages/projects'
  const path = `${projects}/:name`
  /** A call about a project that is there. */
  const on = (method: string, route: string, answer: (project: Project, request: Request) => unknown) =>
    api.on(method, route, async (c) => {
      const project = account.projects.find(({ name }) => name === c.req.param('name'))
      return project ? given(await answer(project, c.req.raw)) : refused(404, 8_000_007, 'Project not found')
    })
  api.post(projects, async (c) => {
    account.projects.push({ name: String((await read(c))['name']), deployments: [], live: null, domains: [] })
    return given({})
  })
  on('GET', path, (project) => {
    const live = liveOf(project)
    return {
      subdomain: `${project.name}.pages.dev`,
      canonical_deployment: live ? shownDeployment(live) : null,
      production_branch: 'main',
      deployment_configs: { production: {}, preview: {} }
    }
  })
  on('GET', `${path}/upload-token`, () => ({ jwt: uploadToken }))
  api.post('/pages/assets/check-missing', async (c) => given((await read(c))['hashes']))
  api.post('/pages/assets/upload', () => given(null))
  api.post('/pages/assets/upsert-hashes', () => given(null))
  on('POST', `${path}/deployments`, async (project, request) => {
    const tag = (await request.formData()).get('commit_hash')
    const made = { id: newId(), tag, isIll: account.illUploads.pages }
    project.deployments.unshift(made)
    project.live = made.id
    return shownDeployment(made)
  })
  on('GET', `${path}/deployments/:id`, ({ deployments }, { url }) =>
    deployments
      .filter(({ id }) => url.endsWith(id))
      .map(shownDeployment)
      .at(0)
  )
  on('POST', `${path}/deployments/:id/rollback`, (project, { url }) => {
    project.live = project.deployments.find(({ id }) => url.endsWith(`${id}/rollback`))?.id ?? null
    return {}
  })
  on('GET', `${path}/domains`, ({ domains }) => domains.map((name) => ({ name, status: 'active' })))
  on('POST', `${path}/domains`, async ({ domains }, request) => {
    domains.push(String(((await request.json()) as { name: unknown }).name))
    return {}
  })
}
