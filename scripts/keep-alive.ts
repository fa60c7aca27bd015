// Keeps a part of the product alive that a user's file can keep busy for ever. On Cloudflare a limit of processor time ends it; here this
// program asks whether it still answers, and starts it anew when it does not.
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './child.ts'

const askEveryMs = 500
/** Until it answers for the first time. */
const startMaxMs = 120_000
/** So often in a row it may end before it has answered. */
const failuresMax = 3

export interface KeptAlive extends Child {
  /** Resolves when it answers for the first time. */
  ready: Promise<void>
}

interface Living {
  name: string
  start: () => Child
  /** Answers GET, unless it is busy. */
  origin: string
  /** How long an answer may take. */
  patienceMs: number
}

async function answers(origin: string, withinMs: number): Promise<boolean> {
  try {
    return (await fetch(origin, { signal: AbortSignal.timeout(withinMs) })).ok
  } catch {
    return false
  }
}

/** @returns when it has ended, has not answered in time, or is to be stopped; whether it has answered before that */
async function live({ origin, patienceMs }: Living, child: Child, onAnswer: () => void, signal: AbortSignal) {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  void child.ended.then(() => over.abort())
  let hasAnswered = false
  for (const until = Date.now() + startMaxMs; !either.aborted;) {
    if (await answers(origin, patienceMs)) {
      hasAnswered = true
      onAnswer()
    } else if (hasAnswered || Date.now() > until) break
    await Promise.race([pause(askEveryMs), child.ended])
  }
  return hasAnswered
}

/** `ended` resolves when it was stopped, or can not be started any more. */
export function keepAlive(living: Living): KeptAlive {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  const run = async (): Promise<string> => {
    for (let failures = 0; ;) {
      const child = living.start()
      const hasAnswered = await live(living, child, ready.resolve, stopping.signal)
      await child.stop()
      failures = hasAnswered ? 0 : failures + 1
      if (stopping.signal.aborted || failures === failuresMax) return child.ended
      console.warn(`${living.name} did not answer any more and is started anew.`)
    }
  }
  const ended = run()
  const stop = async () => {
    stopping.abort()
    await ended
  }
  return { ready: ready.promise, ended, stop }
}
