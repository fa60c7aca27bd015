// Workers: uploads with their versions, deployments that share the traffic, secrets by name, the clock.
import type { Hono } from 'hono'
import { isObject, parseJson } from '../base/json.ts'
import { type Account, given, listed, newId, read, refused, type Script, type Share, type Version } from './state.ts'

/** What an upload says of itself. */
interface Metadata {
  bindings?: { type: string; name: string }[]
  keep_bindings?: string[]
  migrations?: { new_tag?: string }
  annotations?: Record<string, string>
}

async function metadataOf(request: Request): Promise<Metadata> {
  const part = (await request.formData()).get('metadata')
  const parsed = parseJson(typeof part === 'string' ? part : ((await part?.text()) ?? ''))
  return isObject(parsed) ? parsed : {}
}

const shownVersion = ({ id, number, tag }: Version) => ({
  id,
  number,
  metadata: {},
  annotations: { 'workers/tag': tag ?? undefined },
  resources: { bindings: [], script: {}, script_runtime: {} },
  startup_time_ms: 1
})

/** A version keeps the secrets of the one before, as wrangler asks for it. @returns null when it has none that it needs */
function addVersion(account: Account, script: Script, upload: Metadata): Version | null {
  const { bindings = [], keep_bindings: keeps = [], annotations, migrations } = upload
  const before = script.versions.at(-1)?.secrets ?? []
  const namesOf = (sought: string) => bindings.filter(({ type }) => type === sought).map(({ name }) => name)
  const inherited = namesOf('inherit')
  if (inherited.some((name) => !before.includes(name))) return null
  const kept = keeps.includes('secret_text') ? before : inherited
  const version = {
    id: crypto.randomUUID(),
    number: script.versions.length + 1,
    tag: annotations?.['workers/tag'] ?? null,
    secrets: [...new Set([...kept, ...namesOf('secret_text')])],
    isIll: account.illUploads.worker
  }
  script.versions.push(version)
  script.migrationTag = migrations?.new_tag ?? script.migrationTag
  return version
}

const deploy = (script: Script, versions: Share[]) => script.deployments.unshift({ id: newId(), versions })

const lacksSecrets = () => refused(400, 10_057, 'inherit binding is invalid')

export function mountScripts(api: Hono, account: Account): void {
  const workers = '/accounts/:account/workers'
  const path = `${workers}/scripts/:name`
  /** What there is to read of a script. */
  const get = (route: string, answer: (script: Script, id: string) => unknown) =>
    api.get(route, (c) => {
      const { name, id = '' } = c.req.param() as { name: string; id?: string }
      const script = account.scripts.find((one) => one.name === name)
      const found = script && answer(script, id)
      return found === undefined ? refused(404, 10007, 'This Worker does not exist on your account.') : given(found)
    })
  api.get(`${workers}/scripts`, () =>
    listed(account.scripts.map(({ name, migrationTag }) => ({ id: name, migration_tag: migrationTag })))
  )
  get(`${workers}/services/:name`, ({ migrationTag }) => ({
    default_environment: { script: { migration_tag: migrationTag, last_deployed_from: 'wrangler' } }
  }))
  // The newer form of the same, of which wrangler reads the addresses of its own that a Worker may have.
  get(`${workers}/workers/:name`, ({ name }) => ({ name, subdomain: { enabled: false, previews_enabled: false } }))
  get(`${path}/settings`, () => ({ bindings: [] }))
  get(`${path}/versions`, ({ versions }) => ({ items: versions.toReversed().map(shownVersion) }))
  get(`${path}/versions/:id`, ({ versions }, id) => versions.filter((one) => one.id === id).map(shownVersion)[0])
  get(`${path}/deployments`, ({ deployments }) => ({ deployments }))
  get(`${path}/secrets`, ({ versions, deployments }) =>
    versions.find(({ id }) => id === deployments[0]?.versions[0]?.version_id)?.secrets.map((name) => ({ name }))
  )
  get(`${path}/schedules`, ({ schedules }) => ({ schedules }))
  mountChanges(api, account, path)
}

function mountChanges(api: Hono, account: Account, path: string): void {
  const find = (name = ''): Script => {
    const known = account.scripts.find((one) => one.name === name)
    return known ?? { name, versions: [], deployments: [], migrationTag: null, schedules: [] }
  }
  api.put(path, async (c) => {
    const script = find(c.req.param('name'))
    const version = addVersion(account, script, await metadataOf(c.req.raw))
    if (!version) return lacksSecrets()
    if (!account.scripts.includes(script)) account.scripts.push(script)
    deploy(script, [{ version_id: version.id, percentage: 100 }])
    return given({ deployment_id: version.id, startup_time_ms: 1 })
  })
  api.post(`${path}/versions`, async (c) => {
    const version = addVersion(account, find(c.req.param('name')), await metadataOf(c.req.raw))
    return version ? given(shownVersion(version)) : lacksSecrets()
  })
  api.post(`${path}/deployments`, async (c) => {
    const script = find(c.req.param('name'))
    const versions = (await read(c))['versions'] as Share[]
    const sum = versions.reduce((total, { percentage }) => total + percentage, 0)
    const isKnown = versions.every(({ version_id: id }) => script.versions.some((version) => version.id === id))
    if (sum !== 100 || !isKnown) return refused(400, 100_163, 'Percentages must add up to 100')
    deploy(script, versions)
    return given({})
  })
  api.put(`${path}/schedules`, async (c) => {
    const body = parseJson(await c.req.text())
    find(c.req.param('name')).schedules = Array.isArray(body) ? body : []
    return given({})
  })
  api.post(`${path}/subdomain`, () => given({ enabled: false, previews_enabled: false }))
}

/** Which version answers: in turn, so that each answers as often as its share says. */
export function answering(script: Script, turn: number): Version | null {
  const place = (turn * 37) % 100
  let sum = 0
  for (const share of script.deployments[0]?.versions ?? []) {
    sum += share.percentage
    if (place < sum) return script.versions.find(({ id }) => id === share.version_id) ?? null
  }
  return null
}
