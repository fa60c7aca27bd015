// Answers the calls of a studio page from memory; a test overrides what it needs.
import type { Job } from '#contract/jobs.ts'
import { accountOf, type Asked, fakeApi, keepTokens, profileOf, refuse, succeed } from '../fake-api.ts'
import { isUnsuccessful } from '#web/src/media/job/job-order.ts'
import { jobOf } from '../jobs-sample.ts'

type Answer = (asked: Asked) => Response | Promise<Response>

interface StudioServer {
  signedIn?: boolean
  name?: string
  tokens?: number
  plan?: 'free' | 'paid' | 'premium'
  jobs?: Job[]
  /** The answer to a submission, instead of a job. */
  debtTokens?: number
  onSubmit?: Answer
  /** What the status of the services says. */
  services?: { service: string; kind: string; state: string; typicalSeconds: number | null; reason?: string }[]
  /** The answer to the request for prices, instead of the catalogue's. */
  onPrices?: Answer
  /** The answer to the profile request, instead of the user. */
  onProfile?: Answer
}

/** The answer to a submission that the server accepted. */
export const accepted = (job: Job, balance = 8) => succeed({ job, jobs: [job], result: null, billing: null, balance })

export function studioServer(server: StudioServer = {}) {
  const { signedIn = true, name = 'anna', tokens = 10, debtTokens = 0, plan = 'paid' } = server
  const jobs = [...(server.jobs ?? [])]
  if (signedIn) keepTokens(name)

  const take: Answer = ({ path, headers, body }) => {
    const id = headers.get('idempotency-key') ?? ''
    const sent = body as Record<string, string | number>
    const known = jobs.find((job) => job.id === id)
    const job = known ?? jobOf(serviceIn(path, sent), { id, parameters: sent })
    if (!known) jobs.unshift(job)
    return accepted(job, tokens - job.priceTokens)
  }

  const answer = (call: string): Answer | undefined => {
    const [method = '', path = ''] = call.split(' ')
    if (method === 'POST' && path.startsWith('/ai/')) return server.onSubmit ?? take
    if (call === 'GET /auth/profile' && server.onProfile) return server.onProfile
    if (call === 'GET /auth/profile') return () => succeed({ user: { ...profileOf(`${name}@example.ru`), plan } })
    if (call === 'GET /user/tokens') return () => succeed({ ...accountOf(tokens), debtTokens })
    if (call === 'GET /user/ready') return () => succeed({ channel: 'none', publicKey: 'key', devices: [] })
    if (method === 'DELETE' && path.startsWith('/jobs/')) return () => succeed({ deleted: true })
    if (call === 'GET /ai/status')
      return () =>
        succeed({ services: (server.services ?? []).map((one) => ({ reason: null, modelsOff: [], ...one })) })
    if (call.startsWith('GET /jobs?')) return () => succeed({ jobs: listed(jobs, call), hasMore: false })
    if (method === 'GET' && path.startsWith('/jobs/')) {
      const job = jobs.find(({ id }) => path.endsWith(id))
      return () => (job ? succeed({ job }) : refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' }))
    }
    return undefined
  }

  const own: Record<string, Answer> = server.onPrices ? { 'GET /prices': server.onPrices } : {}
  const api = fakeApi(new Proxy(own, { get: (_, call: string) => own[call] ?? answer(call) }))
  /** The submitted requests. */
  const submitted = () => api.asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/ai/'))
  return { ...api, submitted, keys: () => submitted().map(({ headers }) => headers.get('idempotency-key')) }
}

function listed(jobs: readonly Job[], call: string): Job[] {
  const query = new URLSearchParams(call.split('?')[1])
  const service = query.get('service')
  const states = query.get('state') === 'running' ? ['queued', 'running', 'checking'] : null
  const outcome = query.get('outcome')
  return jobs
    .filter((job) => (service ?? job.service) === job.service && (states?.includes(job.state) ?? true))
    .filter((job) => outcome === null || isUnsuccessful(job) === (outcome === 'failures'))
    .slice(0, Number(query.get('limit')))
}

/** `/ai/image/dalle` has the service in its path, `/ai/image/edit` in the body. */
function serviceIn(path: string, { service }: Record<string, string | number>): string {
  const last = path.split('/').at(-1) ?? ''
  return last === 'edit' ? String(service ?? 'gpt-image-edit') : last
}
