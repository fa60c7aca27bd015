// Who is asked: the upstream itself, the floor, Portkey's gateway, a call of the API and an answer of the site's own chat.
import { randomUUID } from 'node:crypto'
import { accessTokenOf, type Buyer, type Person } from '../first-word/people.ts'
import type { Server, Workplace } from '../first-word/servers.ts'
import type { Target } from '../first-word/stream.ts'
import type { Subject } from '../first-word/turns.ts'

export type Name = 'direct' | 'floor' | 'portkey' | 'before' | 'api' | 'site'

export interface Servers {
  floor: Server
  gateway: Server
  product: Server
  /** The product of another commit; absent: none was named. */
  before?: Server
}

const upstreamModel = 'gpt-6-luna'
const ownModel = 'gpt-4o-mini'

const inResponsesFormat = (prompt: string) => ({ model: upstreamModel, input: prompt, stream: true })
const asChat = (model: string) => (prompt: string) => ({
  model,
  messages: [{ role: 'user', content: prompt }],
  stream: true
})

/** With a fresh access token of each person. */
const signedIn = (
  { settings }: Workplace,
  people: readonly Person[],
  targetOf: (authorization: string, user: string) => Target
) => Promise.resolve(people.map((person) => targetOf(`Bearer ${accessTokenOf(settings, person)}`, person.userId)))

export const floorTargets = (place: Workplace, people: readonly Person[], { url }: Server): Promise<Target[]> =>
  signedIn(place, people, (authorization, user) => ({
    url,
    headers: () => ({ 'x-user': user, authorization, 'idempotency-key': randomUUID() }),
    body: inResponsesFormat
  }))

export const apiTargets = (people: readonly Buyer[], { url }: Server): Target[] =>
  people.map(({ key }) => ({
    url: `${url}/v1/chat/completions`,
    headers: () => ({ authorization: `Bearer ${key}` }),
    body: asChat(ownModel)
  }))

export const siteTargets = (place: Workplace, people: readonly Person[], { url }: Server): Promise<Target[]> =>
  signedIn(place, people, (authorization) => ({
    url: `${url}/api/ai/text/chatgpt`,
    headers: () => ({ authorization, accept: 'text/event-stream', 'idempotency-key': randomUUID() }),
    body: (prompt) => ({ prompt, model: ownModel })
  }))

const gatewayTarget = ({ url }: Server, upstreamUrl: string): Target => ({
  url: `${url}/chat/completions`,
  headers: () => ({
    authorization: 'Bearer none',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': upstreamUrl
  }),
  body: asChat(upstreamModel)
})

export function subjectsOf(
  place: Workplace,
  people: readonly Buyer[],
  { floor, gateway, product, before }: Servers
): Subject<Name>[] {
  const direct = { url: `${place.upstreamUrl}/chat/completions`, headers: () => ({}), body: asChat(upstreamModel) }
  return [
    { name: 'direct', server: null, targets: async () => [direct] },
    { name: 'floor', server: floor, targets: () => floorTargets(place, people, floor) },
    { name: 'portkey', server: gateway, targets: async () => [gatewayTarget(gateway, place.upstreamUrl)] },
    ...(before ? [{ name: 'before' as const, server: before, targets: async () => apiTargets(people, before) }] : []),
    { name: 'api', server: product, targets: async () => apiTargets(people, product) },
    { name: 'site', server: product, targets: () => siteTargets(place, people, product) }
  ]
}
