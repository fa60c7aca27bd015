import { createCallLog, type CallLog } from './calls.ts'
import { createControls, type Controls } from './controls.ts'
import { createScopes, type Scopes } from './scopes.ts'
import { systemClock, type Clock } from './clock.ts'

export interface BaseOptions {
  /** Default 1: the pace of a real upstream. */
  speed?: number
  clock?: Clock
  /** Origin of the site that gets payment notifications; default: none are sent. */
  site?: string
}

/** What all stand-ins share, in memory. A folder whose stand-ins keep more adds it to this. */
export interface BaseState {
  clock: Clock
  /** The global switches, for every call without a scope. */
  controls: Controls
  scopes: Scopes
  calls: CallLog
}

export function createBase({ speed = 1, clock = systemClock, site }: BaseOptions): BaseState {
  const controls = createControls(speed, site ?? null)
  return { clock, controls, scopes: createScopes(controls), calls: createCallLog() }
}

/** Set by the Node server; absent when a test calls the app directly. */
interface ServerBindings {
  outgoing?: { socket?: { destroy(): unknown } | null }
}

export interface SandboxEnvironment {
  Bindings: ServerBindings
}
