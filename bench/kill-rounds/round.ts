// One round: users begin mixed work, the product is killed in the middle of it and restarted, the users come back.
import type { Message } from '#contract/chats.ts'
import type { AccessSettings } from '#worker/crypto/access-token.ts'
import { type Actor, newActor, tasksOf } from './actor.ts'
import { pause, waitFor } from './caller.ts'
import { checkActor } from './check-actor.ts'
import type { Stage } from './stage.ts'

const actorsCount = 3
/** Work begins within this time; the kill comes within the longer one after it. */
const beginsWithinMs = 2500
const killFromMs = 300
const killWithinMs = 6000
/** The watchdog of an interrupted answer rings within 30 seconds of the first use of its object after the restart. */
const alarmSeconds = 75
const notificationModes = ['on-time', 'twice', 'never'] as const

export interface Report {
  problems: string[]
  /** The round in one line. */
  line: string
  actors: Actor[]
}

const countOf = (words: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ') || 'nothing'
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** Runs all tasks to their end. @returns the failures */
async function failuresOf(works: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(works)
  return settled.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
}

/** Begins all work and kills the product in the middle. @returns the failures before the kill, and its moment in words */
async function workUntilKilled(stage: Stage, actors: Actor[], random: () => number) {
  const killAfterMs = killFromMs + random() * (killWithinMs - killFromMs)
  const tasks = actors.flatMap(tasksOf).map((task) => ({ task, delayMs: random() * beginsWithinMs }))
  let isKilled = false
  const failures: string[] = []
  const works = tasks.map(async ({ task, delayMs }) => {
    await pause(delayMs)
    if (isKilled) return
    try {
      await task.begin()
    } catch (error) {
      if (!isKilled) failures.push(`${task.id}, before the kill: ${reasonOf(error)}`)
    }
  })
  await pause(killAfterMs)
  isKilled = true
  const running = countOf(tasks.flatMap(({ task }) => (task.progress === 'running' ? [task.kind] : [])))
  const ended = tasks.filter(({ task }) => task.progress === 'ended').length
  const unsent = tasks.filter(({ task }) => task.progress === 'not sent').length
  const owed = actors.filter(({ purchase }) => purchase.isOwed).length
  await stage.kill()
  await Promise.all(works)
  const moment = `killed after ${seconds(killAfterMs)}: running ${running}; ${owed} paid, not credited; ${ended} ended, ${unsent} not sent`
  return { failures, moment }
}

/**
 * No call reads this user's interrupted answers until the user's alarm has ended and saved them: only the conversations are
 * listed. @returns how long that took; null when no answer was interrupted
 */
async function awaitAlarm({ caller, answers }: Actor): Promise<number | null> {
  const interrupted = answers.filter(({ isBegun, progress }) => isBegun && progress === 'running')
  const startedAt = performance.now()
  for (const { id, question } of interrupted) {
    const path = `/chat/conversations/${question.conversationId}/messages`
    await waitFor(`the alarm ends ${id}`, alarmSeconds, async () => {
      const { messages } = await caller.call<{ messages: Message[] }>(path)
      return messages.some(({ operation_id: of, role }) => of === id && role === 'assistant')
    })
  }
  return interrupted.length === 0 ? null : performance.now() - startedAt
}

async function comeBack(actor: Actor, isAbsent: boolean): Promise<number | null> {
  const alarmMs = isAbsent ? await awaitAlarm(actor) : null
  const failures = await failuresOf(tasksOf(actor).map((task) => task.comeBack()))
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return alarmMs
}

/** @param earlier users of earlier rounds, some of whose jobs had an unknown outcome: their deadline is over now */
export async function endChecking(earlier: readonly Actor[]): Promise<string[]> {
  const checking = earlier.flatMap(({ pictures }) => pictures.filter(({ isChecking }) => isChecking))
  return failuresOf(checking.map((picture) => picture.endChecking()))
}

/** Restarts the killed product. @returns the open work and the reports of the killed one, and how long the restart took */
export async function restart(stage: Stage): Promise<{ problems: string[]; restartMs: number }> {
  const late = stage.jobsPastDeadline().map((id) => `${id} was open past its deadline`)
  const problems = [...stage.bugs(), ...late]
  stage.stayDown()
  stage.sandbox.controls.notifications = 'on-time'
  return { problems, restartMs: await stage.start() }
}

export interface Playing {
  stage: Stage
  settings: AccessSettings
  random: () => number
  earlier: readonly Actor[]
}

export async function playRound(number: number, { stage, settings, random, earlier }: Playing): Promise<Report> {
  const names = Array.from({ length: actorsCount }, (_, index) => `r${number}-u${index}`)
  const actors = await Promise.all(names.map((name) => newActor(settings, name, stage)))
  const notifications = notificationModes[Math.floor(random() * notificationModes.length)] ?? 'on-time'
  stage.sandbox.controls.notifications = notifications
  const { failures, moment } = await workUntilKilled(stage, actors, random)
  const { problems, restartMs } = await restart(stage)
  const backAt = performance.now()
  let alarmMs: number | null = null
  const returning = actors.map(async (actor, index) => {
    alarmMs = (await comeBack(actor, index === actorsCount - 1)) ?? alarmMs
  })
  problems.push(...failures, ...(await failuresOf(returning)), ...(await endChecking(earlier)))
  const settledMs = performance.now() - backAt
  const outcomes: string[] = []
  for (const actor of problems.length > 0 ? [] : actors) {
    const checked = await checkActor(actor, stage.calls())
    problems.push(...checked.problems)
    outcomes.push(...checked.outcomes.values())
  }
  problems.push(...stage.bugs())
  stage.keepCalls()
  const alarm = alarmMs === null ? 'no alarm awaited' : `alarm after ${seconds(alarmMs)}`
  const line = `round ${number}: ${moment}; notifications ${notifications}. Back after ${seconds(restartMs)}, settled in ${seconds(settledMs)} (${alarm}): ${countOf(outcomes)}`
  return { problems, line, actors }
}
