// Pages: a project, uploads of its files, deployments and domains.
import type { Hono } from 'hono'
import { isObject, parseJson } from '../json.ts'
import { given, listed, refused } from './answer.ts'
import type { Account, PagesDeployment, Project } from './state.ts'

const none = () => refused(404, 8000007, 'Project not found')

const part = (value: object) => btoa(JSON.stringify(value)).replace(/(?<!=)=+$/, '')

/** Unsigned, as wrangler only reads until when it holds. */
const uploadToken = (): string => `${part({ alg: 'none' })}.${part({ exp: 4_000_000_000 })}.none`

const shownDeployment = (project: Project, { id, tag }: PagesDeployment) => ({
  id,
  url: `https://${id.slice(0, 8)}.${project.name}.pages.dev`,
  environment: 'production',
  aliases: null,
  created_on: '2026-11-01T00:00:00Z',
  deployment_trigger: { metadata: { branch: 'main', commit_hash: tag } },
  latest_stage: { name: 'deploy', status: 'success' }
})

/** The newest that was made, or the one that was returned to. */
const shownLive = (project: Project) => {
  const live = project.deployments.find(({ id }) => id === project.live)
  return live ? shownDeployment(project, live) : null
}

const shown = (project: Project) => ({
  canonical_deployment: shownLive(project),
  id: project.name,
  name: project.name,
  subdomain: `${project.name}.pages.dev`,
  domains: [`${project.name}.pages.dev`, ...project.domains],
  production_branch: 'main',
  deployment_configs: { production: {}, preview: {} },
  source: null,
  build_config: {}
})

export function mountPagesProjects(api: Hono, account: Account): void {
  const path = '/accounts/:account/pages/projects'
  const find = (name: string) => account.projects.find((one) => one.name === name)
  api.post(path, async (c) => {
    const body = parseJson(await c.req.text())
    const name = isObject(body) ? String(body['name']) : ''
    if (find(name)) return refused(409, 8000002, 'A project with this name already exists')
    const project = { name, deployments: [], live: null, domains: [], config: null }
    account.projects.push(project)
    return given(shown(project))
  })
  api.get(`${path}/:name`, (c) => {
    const project = find(c.req.param('name'))
    return project ? given(shown(project)) : none()
  })
  api.get(`${path}/:name/upload-token`, () => given({ jwt: uploadToken() }))
  api.post('/pages/assets/check-missing', async (c) => {
    const body = parseJson(await c.req.text())
    return given(isObject(body) ? body['hashes'] : [])
  })
  api.post('/pages/assets/upload', () => given(null))
  api.post('/pages/assets/upsert-hashes', () => given(null))
  mountPagesDeployments(api, account, find)
}

function mountPagesDeployments(api: Hono, account: Account, find: (name: string) => Project | undefined): void {
  const path = '/accounts/:account/pages/projects/:name'
  api.get(`${path}/deployments`, (c) => {
    const project = find(c.req.param('name'))
    if (!project) return none()
    return listed(project.deployments.map((one) => shownDeployment(project, one)))
  })
  api.post(`${path}/deployments`, async (c) => {
    const project = find(c.req.param('name'))
    if (!project) return none()
    const form = await c.req.formData()
    const tag = form.get('commit_hash')
    const made = { id: crypto.randomUUID(), tag: typeof tag === 'string' ? tag : null, isIll: account.illUploads.pages }
    project.deployments.unshift(made)
    project.live = made.id
    return given(shownDeployment(project, made))
  })
  api.get(`${path}/deployments/:id`, (c) => {
    const project = find(c.req.param('name'))
    const found = project?.deployments.find(({ id }) => id === c.req.param('id'))
    return project && found ? given(shownDeployment(project, found)) : none()
  })
  api.post(`${path}/deployments/:id/rollback`, (c) => {
    const project = find(c.req.param('name'))
    const found = project?.deployments.find(({ id }) => id === c.req.param('id'))
    if (!project || !found) return none()
    project.live = found.id
    return given(shownDeployment(project, found))
  })
  api.get(`${path}/domains`, (c) => {
    const project = find(c.req.param('name'))
    return project ? listed(project.domains.map((name) => ({ name, status: 'active' }))) : none()
  })
  api.post(`${path}/domains`, async (c) => {
    const project = find(c.req.param('name'))
    const body = parseJson(await c.req.text())
    if (!project || !isObject(body)) return none()
    project.domains.push(String(body['name']))
    return given({ name: body['name'], status: 'pending' })
  })
}
