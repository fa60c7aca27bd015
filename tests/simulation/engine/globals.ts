// What code of the product takes from its runtime: time, chance, timers, the network, the log. While the engine runs such code
// (`engine.current`), all of it comes from the engine; everybody else in this process keeps the real one.
import type { Engine } from './engine.ts'

const real = {
  now: Date.now,
  random: Math.random,
  randomUUID: crypto.randomUUID.bind(crypto),
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  timeout: AbortSignal.timeout.bind(AbortSignal),
  fetch: globalThis.fetch
}

const levels = ['warn', 'error', 'log'] as const
const log: Console = Reflect.get(globalThis, 'console')
const realWriters = levels.map((level) => [level, log[level]] as const)

/** A timer of simulated code, as `setTimeout` returns it. */
export class SimulatedTimer {
  readonly id: number

  constructor(id: number) {
    this.id = id
  }
}

/** Only in workerd; the product asks for it where it waits. */
const waits = (engine: Engine) => ({
  wait: (ms: number, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<void>((resolve, reject) => {
      const timer = engine.startTimer(ms, resolve)
      signal?.addEventListener('abort', () => {
        engine.stopTimer(timer.id)
        reject(signal.reason as Error)
      })
    })
})

function abortedAfter(engine: Engine, ms: number): AbortSignal {
  const controller = new AbortController()
  engine.startTimer(ms, () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')))
  return controller.signal
}

/** The response of a file of known length is read by the bucket itself. */
function PassingStream() {}
export function SocketPair() {}

/**
 * Replaces the globals until the returned function is called.
 * @param fetch the simulated network
 */
export function takeOverGlobals(
  engine: Engine,
  fetch: (url: string, init: RequestInit) => Promise<unknown>
): () => void {
  const isOurs = () => engine.current !== null
  const replaced = {
    scheduler: waits(engine),
    FixedLengthStream: PassingStream,
    WebSocketRequestResponsePair: SocketPair,
    setTimeout: (work: () => void, ms = 0) => (isOurs() ? engine.startTimer(ms, work) : real.setTimeout(work, ms)),
    clearTimeout: (timer: unknown) =>
      timer instanceof SimulatedTimer ? engine.stopTimer(timer.id) : real.clearTimeout(timer as number),
    fetch: (url: string, init: RequestInit = {}) => (isOurs() ? fetch(url, init) : real.fetch(url, init))
  }
  const before = Object.fromEntries(Object.keys(replaced).map((name) => [name, Reflect.get(globalThis, name)]))
  Object.assign(globalThis, replaced)
  Date.now = () => (isOurs() ? engine.now : real.now())
  Math.random = () => (isOurs() ? engine.random.next() : real.random())
  crypto.randomUUID = () => (isOurs() ? engine.random.uuid() : real.randomUUID())
  AbortSignal.timeout = (ms) => (isOurs() ? abortedAfter(engine, ms) : real.timeout(ms))
  for (const [level, write] of realWriters)
    log[level] = (...words: unknown[]) => (isOurs() ? engine.logged(String(words[0])) : write(...words))
  return () => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(globalThis, name)
      else Reflect.set(globalThis, name, value)
    Object.assign(Date, { now: real.now })
    Object.assign(Math, { random: real.random })
    Object.assign(crypto, { randomUUID: real.randomUUID })
    Object.assign(AbortSignal, { timeout: real.timeout })
    Object.assign(log, Object.fromEntries(realWriters))
  }
}
