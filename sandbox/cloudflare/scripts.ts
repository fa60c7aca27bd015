// Workers: uploads with their versions, deployments that share the traffic, secrets by name, the clock.
import type { Hono } from 'hono'
import { isObject, parseJson } from '../json.ts'
import { given, listed, refused } from './answer.ts'
import type { Account, Script, Share, Version } from './state.ts'

interface Binding {
  type: string
  name: string
}

/** What an upload says of itself. */
interface Metadata {
  bindings?: Binding[]
  keep_bindings?: string[]
  migrations?: { new_tag?: string }
  annotations?: Record<string, string>
}

async function metadataOf(request: Request): Promise<Metadata> {
  const form = await request.formData()
  const part = form.get('metadata')
  const text = typeof part === 'string' ? part : ((await part?.text()) ?? '')
  const parsed = parseJson(text)
  return isObject(parsed) ? parsed : {}
}

const shownVersion = ({ id, number, tag, secrets }: Version) => ({
  id,
  number,
  metadata: { created_on: '2026-11-01T00:00:00Z', author_email: 'owner@my-company.ru', source: 'wrangler' },
  annotations: { 'workers/tag': tag ?? undefined, 'workers/triggered_by': 'version_upload' },
  resources: { bindings: secrets.map((name) => ({ type: 'secret_text', name })), script: {}, script_runtime: {} },
  startup_time_ms: 1
})

const shownDeployment = ({ id, versions }: Script['deployments'][number]) => ({
  id,
  versions,
  strategy: 'percentage',
  source: 'wrangler',
  author_email: 'owner@my-company.ru',
  annotations: {},
  created_on: '2026-11-01T00:00:00Z'
})

/** A version keeps the secrets of the one before, as wrangler asks for it. */
function addVersion(
  account: Account,
  script: Script,
  { bindings = [], keep_bindings = [], ...upload }: Metadata
): Version {
  const kept = keep_bindings.includes('secret_text') ? (script.versions.at(-1)?.secrets ?? []) : []
  const added = bindings.filter(({ type }) => type === 'secret_text').map(({ name }) => name)
  const version = {
    id: crypto.randomUUID(),
    number: script.versions.length + 1,
    tag: upload.annotations?.['workers/tag'] ?? null,
    secrets: [...new Set([...kept, ...added])],
    isIll: account.illUploads.worker
  }
  script.versions.push(version)
  if (upload.migrations?.new_tag !== undefined) script.migrationTag = upload.migrations.new_tag
  return version
}

const deploy = (script: Script, versions: Share[]) => script.deployments.unshift({ id: crypto.randomUUID(), versions })

const none = () => refused(404, 10007, 'This Worker does not exist on your account.')

const idOf = ({ name, migrationTag }: Script) => ({ id: name, tag: name, migration_tag: migrationTag })

const shownWorker = ({ name }: Script) => ({
  id: name,
  name,
  subdomain: { enabled: false, previews_enabled: false },
  tags: []
})

export function mountScripts(api: Hono, account: Account): void {
  const path = '/accounts/:account/workers/scripts'
  const find = (name: string) => account.scripts.find((script) => script.name === name)
  const onScript = (name: string, answer: (script: Script) => Response): Response => {
    const script = find(name)
    return script ? answer(script) : none()
  }

  api.get(path, () => listed(account.scripts.map(idOf)))
  api.get('/accounts/:account/workers/services/:name', (c) =>
    onScript(c.req.param('name'), (script) =>
      given({
        id: script.name,
        default_environment: { environment: 'production', script: { ...idOf(script), last_deployed_from: 'wrangler' } }
      })
    )
  )
  api.put(`${path}/:name`, async (c) => {
    const name = c.req.param('name')
    const script = find(name) ?? { name, versions: [], deployments: [], migrationTag: null, schedules: [] }
    if (!find(name)) account.scripts.push(script)
    const version = addVersion(account, script, await metadataOf(c.req.raw))
    deploy(script, [{ version_id: version.id, percentage: 100 }])
    return given({ ...idOf(script), etag: version.id, deployment_id: version.id, startup_time_ms: 1 })
  })
  api.get(`${path}/:name/versions`, (c) =>
    onScript(c.req.param('name'), ({ versions }) => given({ items: versions.toReversed().map(shownVersion) }))
  )
  api.post(`${path}/:name/versions`, async (c) => {
    const script = find(c.req.param('name'))
    if (!script) return none()
    return given(shownVersion(addVersion(account, script, await metadataOf(c.req.raw))))
  })
  api.get(`${path}/:name/versions/:id`, (c) =>
    onScript(c.req.param('name'), ({ versions }) => {
      const version = versions.find(({ id }) => id === c.req.param('id'))
      return version ? given(shownVersion(version)) : refused(404, 100146, 'Version not found')
    })
  )
  mountDeployments(api, onScript, path)
  api.get(`${path}/:name/secrets`, (c) =>
    onScript(c.req.param('name'), ({ versions, deployments }) => {
      const live = versions.find(({ id }) => id === deployments[0]?.versions[0]?.version_id)
      return listed((live?.secrets ?? []).map((name) => ({ name, type: 'secret_text' })))
    })
  )
  // The newer form of the same, of which wrangler reads and sets the addresses of its own that a Worker may have.
  const worker = '/accounts/:account/workers/workers/:name'
  api.get(worker, (c) => onScript(c.req.param('name'), (script) => given(shownWorker(script))))
  api.patch(worker, (c) => onScript(c.req.param('name'), (script) => given(shownWorker(script))))
  api.get('/accounts/:account/workers/subdomain', () =>
    account.subdomain === null ? none() : given({ subdomain: account.subdomain })
  )
}

type OnScript = (name: string, answer: (script: Script) => Response) => Response

function mountDeployments(api: Hono, onScript: OnScript, path: string): void {
  api.get(`${path}/:name/deployments`, (c) =>
    onScript(c.req.param('name'), ({ deployments }) => given({ deployments: deployments.map(shownDeployment) }))
  )
  api.post(`${path}/:name/deployments`, async (c) => {
    const body = parseJson(await c.req.text())
    const versions = (isObject(body) ? body['versions'] : []) as Share[]
    return onScript(c.req.param('name'), (script) => {
      const sum = versions.reduce((total, { percentage }) => total + percentage, 0)
      const isKnown = versions.every(({ version_id: id }) => script.versions.some((version) => version.id === id))
      if (sum !== 100 || !isKnown) return refused(400, 100_163, 'Percentages must add up to 100')
      deploy(script, versions)
      return given({ id: script.deployments[0]?.id })
    })
  })
  api.put(`${path}/:name/schedules`, async (c) => {
    const body = parseJson(await c.req.text())
    return onScript(c.req.param('name'), (script) => {
      script.schedules = Array.isArray(body) ? body : []
      return given({ schedules: script.schedules })
    })
  })
  api.get(`${path}/:name/schedules`, (c) => onScript(c.req.param('name'), ({ schedules }) => given({ schedules })))
  api.post(`${path}/:name/subdomain`, () => given({ enabled: false, previews_enabled: false }))
  api.get(`${path}/:name/subdomain`, () => given({ enabled: false, previews_enabled: false }))
  api.patch(`${path}/:name/script-settings`, () => given({}))
  api.get(`${path}/:name/script-settings`, () => given({ logpush: false, observability: { enabled: true } }))
  api.get(`${path}/:name/settings`, (c) => onScript(c.req.param('name'), () => given({ bindings: [] })))
}
