import { createCallLog } from './calls.ts'
import { createControls } from './controls.ts'
import { createInbox } from './mail/inbox.ts'
import { createLinks } from './media/links.ts'
import { createTasks } from './media/tasks.ts'
import { systemClock } from './clock.ts'
import type { CallLog } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Controls } from './controls.ts'
import type { Inbox } from './mail/inbox.ts'
import type { Links } from './media/links.ts'
import type { Tasks } from './media/tasks.ts'

export interface SandboxOptions {
  /** Default 1: the pace of a real upstream. */
  speed?: number
  clock?: Clock
}

/** All that a sandbox remembers, in memory. */
export interface SandboxState {
  clock: Clock
  controls: Controls
  calls: CallLog
  inbox: Inbox
  /** Files under temporary addresses. */
  media: Links
  tasks: Tasks
}

export function createState({ speed = 1, clock = systemClock }: SandboxOptions): SandboxState {
  const controls = createControls(speed)
  const media = createLinks(clock)
  const tasks = createTasks(clock, () => controls.speed, media)
  return { clock, controls, calls: createCallLog(), inbox: createInbox(), media, tasks }
}

/** Bindings that a Node server passes to the app; absent when the app answers as a plain function. */
export interface ServerBindings {
  outgoing?: { socket?: { destroy(): unknown } | null }
}

export interface SandboxEnvironment {
  Bindings: ServerBindings
}
