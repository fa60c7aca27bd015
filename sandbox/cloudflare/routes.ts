// Plays Cloudflare's API for `npm run deploy`: CLOUDFLARE_API_BASE_URL=<sandbox>/cloudflare/client/v4. It records every call, and knows
// those that the command and wrangler make.
import { Hono } from 'hono'
import { isObject, parseJson } from '../base/json.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import { liveOf, mountPages } from './pages.ts'
import { mountAccount, mountBuckets, mountDatabases, mountQueues } from './resources.ts'
import { answering, mountScripts } from './scripts.ts'
import { type Account, createAccount, given, refused } from './state.ts'

/** The API of one account. A token is needed, and any is good. */
export function createCloudflareApi(account: Account): Hono {
  const api = new Hono()
  api.use(async (c, next) => {
    const path = new URL(c.req.url).pathname.replace(/^.*\/client\/v4/, '') + new URL(c.req.url).search
    const isJson = c.req.header('content-type')?.includes('application/json')
    account.calls.push({ method: c.req.method, path, body: isJson ? parseJson(await c.req.raw.clone().text()) : null })
    // Uploads of files carry a token of their own.
    if (!/^Bearer \S+$/.test(c.req.header('authorization') ?? '')) return refused(400, 6003, 'Invalid request headers')
    return next()
  })
  for (const mount of [mountAccount, mountDatabases, mountBuckets, mountQueues, mountScripts, mountPages])
    mount(api, account)
  api.notFound((c) => refused(404, 7003, `Could not route to ${c.req.path}`))
  return api
}

/** The site as the account serves it: enough of it to be found healthy or ill. */
export function createDeployedSite(account: Account): Hono {
  const site = new Hono()
  let turn = 0
  const livePages = () => account.projects.map(liveOf).find((live) => live !== undefined)
  site.get('/api/health', () => {
    if (!livePages()) return new Response('nothing is here', { status: 404 })
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
