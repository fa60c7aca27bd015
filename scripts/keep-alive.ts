// Keeps a part of the product alive that a user's file can keep busy for ever, or fill with its bytes. On Cloudflare limits of processor
// time and memory end it; here this program asks whether it still answers, and starts it anew when it does not.
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './child.ts'
import { groupScale } from './group-memory.ts'

/** Before the first answer, for which the start of the product waits. */
const askFirstMs = 500
/** Later. These questions are most of what an idle product spends of the processor. */
const askAgainMs = 1_000
const weighEveryMs = 500
/** Until it answers for the first time. */
const startMaxMs = 120_000
/** How often in a row it may end before its first answer. */
const failuresMax = 3
/** The pause before it is started again after it ended without an answer; doubles each time. */
const firstPauseMs = 1_000
const pauseMaxMs = 30_000

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
  /** How much memory it may hold, with everything that it started. */
  memoryMaxBytes: number
}

async function answers(origin: string, withinMs: number, over: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(origin, { signal: AbortSignal.any([over, AbortSignal.timeout(withinMs)]) })).ok
  } catch {
    return false
  }
}

/** Waits until it has ended, is too large, has not answered in time, or is to be stopped. @returns whether it has answered before */
async function live(living: Living, child: Child, onAnswer: () => void, stopping: AbortSignal): Promise<boolean> {
  const { origin, patienceMs, memoryMaxBytes } = living
  const ending = new AbortController()
  const over = AbortSignal.any([stopping, ending.signal])
  void child.ended.then(() => ending.abort())
  const weigh = child.pid === undefined ? () => 0 : groupScale(child.pid)
  const weighing = setInterval(() => {
    if ((weigh() ?? 0) > memoryMaxBytes) ending.abort()
  }, weighEveryMs)
  let hasAnswered = false
  for (const until = Date.now() + startMaxMs; !over.aborted;) {
    if (await answers(origin, patienceMs, over)) {
      hasAnswered = true
      onAnswer()
    } else if (hasAnswered || Date.now() > until) break
    await pause(hasAnswered ? askAgainMs : askFirstMs, undefined, { signal: over }).catch(() => undefined)
  }
  clearInterval(weighing)
  return hasAnswered
}

/** `ended` resolves when it was stopped, or cannot be started at all. A program that has answered once is always started again. */
export function keepAlive(living: Living): KeptAlive {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  const run = async (): Promise<string> => {
    let hasEverAnswered = false
    for (let failures = 0; ;) {
      const child = living.start()
      const hasAnswered = await live(living, child, ready.resolve, stopping.signal)
      await child.stop()
      hasEverAnswered ||= hasAnswered
      failures = hasAnswered ? 0 : failures + 1
      if (stopping.signal.aborted || (!hasEverAnswered && failures === failuresMax)) return child.ended
      console.warn(`${living.name} did not answer any more and is started anew.`)
      const pauseMs = failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 1), pauseMaxMs)
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = run()
  const stop = async () => {
    stopping.abort()
    await ended
  }
  return { ready: ready.promise, ended, stop }
}
