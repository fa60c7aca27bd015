// Routes of an answer that a test plays, without a network.
import type { Route } from '#domain/models/route.ts'
import type { Chunk } from '#durable-objects/answer/chunk.ts'
import { type Routing, runAnswer } from '#durable-objects/answer/run.ts'
import { type FailureKind, ProviderFailure } from '#providers/http/failure.ts'
import type { ChatEvent, ChatRequest } from '#providers/chat/provider.ts'

export type Stream = (signal: AbortSignal) => AsyncGenerator<ChatEvent>

export const end: ChatEvent = { type: 'end', reason: 'complete', upstreamModel: 'm-1', usage: null }
export const failure = (kind: FailureKind) =>
  new ProviderFailure('openai', { kind, retryable: true, retryAfterSeconds: kind === 'busy' ? 9 : null })

export const says = (text: string): Stream =>
  async function* () {
    yield { type: 'text', text }
    yield end
  }

export const fails = (kind: FailureKind): Stream =>
  // oxlint-disable-next-line require-yield -- it fails before it says anything
  async function* () {
    throw failure(kind)
  }

/** Says nothing until it is given up. */
export const hangs: Stream =
  // oxlint-disable-next-line require-yield -- it never says anything
  async function* (signal) {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

const routeOf = (supplier: string): Route => ({
  supplier,
  model: `${supplier}-model`,
  showsThinking: false,
  outputTokensMax: 100,
  firstWordMs: 60_000,
  listPrice: { inputMicros: 0, outputMicros: 0, searchMicros: 0 }
})

interface World {
  /** The calls of each route, in their order; the last one is repeated. */
  routes: Record<string, Stream[]>
  more?: Partial<Routing>
  firstWordMs?: number
  stop?: AbortSignal
  appended?: Chunk[]
}

/** @returns the result, what was appended, and what became of each call */
export async function run(world: World) {
  const { routes, more = {}, firstWordMs = 60_000, stop = new AbortController().signal, appended = [] } = world
  const told: string[] = []
  const calls = new Map<string, number>()
  const request: ChatRequest = { model: 'm', turns: [], outputTokensMax: 100, userTag: 'tag' }
  const routing: Routing = {
    routes: Object.keys(routes).map((supplier) => ({ ...routeOf(supplier), firstWordMs })),
    providerOf: ({ supplier }) => ({
      stream: (_, signal) => {
        const call = calls.get(supplier) ?? 0
        calls.set(supplier, call + 1)
        const streams = routes[supplier]!
        return streams[Math.min(call, streams.length - 1)]!(signal)
      }
    }),
    requestOf: () => request,
    mayCall: async () => true,
    onSucceeded: ({ supplier }) => void told.push(`${supplier} answers`),
    onFailed: ({ supplier }, { kind }) => void told.push(`${supplier} ${kind}`),
    onUntold: ({ supplier }) => void told.push(`${supplier} untold`),
    ...more
  }
  const { route, calls: made, ...result } = await runAnswer(routing, stop, (chunk) => void appended.push(chunk))
  const attempts = made?.length
  return { ...result, attempts, made, supplier: route?.supplier ?? null, appended, told }
}
