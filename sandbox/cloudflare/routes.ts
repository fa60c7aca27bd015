// Plays Cloudflare's API for `npm run deploy`: CLOUDFLARE_API_BASE_URL=<sandbox>/cloudflare/client/v4. It records every call.
import { Hono } from 'hono'
import type { SandboxEnvironment } from '../state.ts'
import { isObject, parseJson } from '../json.ts'
import { given, refused } from './answer.ts'
import { mountAccount } from './account.ts'
import { mountPagesProjects } from './pages.ts'
import { mountResources } from './resources.ts'
import { mountScripts } from './scripts.ts'
import { type Account, answering, createAccount } from './state.ts'

/** An upload is recorded by its path alone: it holds the secrets. */
async function bodyOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.includes('application/json')) return null
  return parseJson(await request.clone().text())
}

/** The API of one account. A token is needed, and any is good. */
export function createCloudflareApi(account: Account): Hono {
  const api = new Hono()
  api.use(async (c, next) => {
    const path = new URL(c.req.url).pathname.replace(/^.*\/client\/v4/, '') + new URL(c.req.url).search
    account.calls.push({ method: c.req.method, path, body: await bodyOf(c.req.raw) })
    // Uploads of files carry a token of their own.
    if (!/^Bearer \S+$/.test(c.req.header('authorization') ?? '')) return refused(400, 6003, 'Invalid request headers')
    return next()
  })
  mountAccount(api, account)
  mountResources(api, account)
  mountScripts(api, account)
  mountPagesProjects(api, account)
  api.notFound((c) => refused(404, 7003, `Could not route to ${c.req.path}`))
  return api
}

/** The site as the account serves it: enough of it to be found healthy or ill. */
export function createDeployedSite(account: Account): Hono {
  const site = new Hono()
  let turn = 0
  const livePages = () => {
    const project = account.projects.find(({ live }) => live !== null)
    return project?.deployments.find(({ id }) => id === project.live) ?? null
  }
  site.get('/api/health', () => {
    const pages = livePages()
    if (!pages) return new Response('nothing is here', { status: 404 })
    // The pages are bound to it; the other one only reads documents.
    const script = account.scripts.find(({ name }) => name.startsWith('ai-platform-api'))
    const version = script && answering(script, turn++)
    if (!version) return new Response(null, { status: 503 })
    if (version.isIll) return Response.json({ success: false, code: 'BAD_ENVIRONMENT' }, { status: 500 })
    return Response.json({ success: true, data: { status: 'ok', version: version.id } })
  })
  site.get('*', () => {
    const pages = livePages()
    return new Response(pages ? '<!doctype html>' : null, { status: !pages ? 404 : pages.isIll ? 500 : 200 })
  })
  return site
}

export function mountCloudflare(app: Hono<SandboxEnvironment>): void {
  const account = createAccount()
  app.route('/cloudflare/client/v4', createCloudflareApi(account))
  app.route('/cloudflare/site', createDeployedSite(account))
  app.get('/cloudflare/calls.json', (c) => c.json(account.calls))
  app.put('/cloudflare/account', async (c) => {
    const body = parseJson(await c.req.text())
    if (!isObject(body)) return c.json({ error: 'plan, zone, illUploads' }, 400)
    Object.assign(account, body)
    return given(null)
  })
}
