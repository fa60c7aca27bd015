import { createCallLog } from './calls.ts'
import { createControls } from './controls.ts'
import { createInbox } from './mail/inbox.ts'
import { systemClock } from './clock.ts'
import type { CallLog } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Controls } from './controls.ts'
import type { Inbox } from './mail/inbox.ts'

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
}

export function createState({ speed = 1, clock = systemClock }: SandboxOptions): SandboxState {
  return { clock, controls: createControls(speed), calls: createCallLog(), inbox: createInbox() }
}

/** Bindings that a Node server passes to the app; absent when the app answers as a plain function. */
export interface ServerBindings {
  outgoing?: { socket?: { destroy(): unknown } | null }
}

export interface SandboxEnvironment {
  Bindings: ServerBindings
}
