import { Notifier } from './notifier.ts'
import { PaymentRegister } from './register.ts'
import type { Clock } from '../clock.ts'
import type { Controls } from '../controls.ts'
import type { Deliver } from './notifier.ts'

interface KnownAnswer {
  at: number
  content: string
  reply: { status: number; body: unknown }
}

/** The state of the simulated YooKassa. */
export interface PaymentDesk {
  register: PaymentRegister
  notifier: Notifier
  /** Stored answers by idempotence key. */
  keys: Map<string, KnownAnswer>
  /** Cards waiting for a 3-D Secure code, by confirmation token. */
  waiting: Map<string, string>
}

export const createDesk = (clock: Clock, controls: Controls, deliver?: Deliver): PaymentDesk => ({
  register: new PaymentRegister(clock, () => controls.speed),
  notifier: new Notifier(clock, controls, deliver),
  keys: new Map(),
  waiting: new Map()
})
