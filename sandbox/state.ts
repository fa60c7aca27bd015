import { createCallLog } from './calls.ts'
import { createControls } from './controls.ts'
import { createInbox } from './mail/inbox.ts'
import { createLinks } from './media/links.ts'
import { createDesk } from './payments/desk.ts'
import { createTasks } from './media/tasks.ts'
import { createScopes } from './scopes.ts'
import { systemClock } from './clock.ts'
import type { CallLog } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Controls } from './controls.ts'
import type { Inbox } from './mail/inbox.ts'
import type { Deliver } from './payments/notifier.ts'
import type { Links } from './media/links.ts'
import type { PaymentDesk } from './payments/desk.ts'
import type { Scopes } from './scopes.ts'
import type { Tasks } from './media/tasks.ts'

/** How large results are. Tests that are about something else want small ones. */
interface Sizes {
  /** Side of a square variant on a sheet of Midjourney, in pixels. */
  variantSide: number
  /** How many characters a second of a recording has. */
  charactersASecond: number
}

const usualSizes: Sizes = { variantSide: 512, charactersASecond: 15 }

export interface SandboxOptions {
  /** Default 1: the pace of a real upstream. */
  speed?: number
  /** Default: those of the real upstreams. */
  sizes?: Partial<Sizes>
  clock?: Clock
  /** Origin of the site that gets payment notifications; default: none are sent. */
  site?: string
  /** Delivers notifications in place of the network. */
  deliver?: Deliver
}

/** The sandbox's whole state, in memory. */
export interface SandboxState {
  clock: Clock
  sizes: Sizes
  /** The global switches, for every call without a scope. */
  controls: Controls
  scopes: Scopes
  calls: CallLog
  inbox: Inbox
  /** Files under temporary addresses. */
  media: Links
  tasks: Tasks
  payments: PaymentDesk
}

export function createState({ speed = 1, sizes, clock = systemClock, site, deliver }: SandboxOptions): SandboxState {
  const controls = createControls(speed, site ?? null)
  const media = createLinks(clock)
  const tasks = createTasks(clock, () => controls.speed, media)
  const payments = createDesk(clock, controls, deliver)
  const scopes = createScopes(controls)
  return {
    clock,
    sizes: { ...usualSizes, ...sizes },
    controls,
    scopes,
    calls: createCallLog(),
    inbox: createInbox(),
    media,
    tasks,
    payments
  }
}

/** Set by the Node server; absent when a test calls the app directly. */
interface ServerBindings {
  outgoing?: { socket?: { destroy(): unknown } | null }
}

export interface SandboxEnvironment {
  Bindings: ServerBindings
}
