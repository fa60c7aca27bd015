import { Notifier, type Deliver } from './notifier.ts'
import { PaymentRegister } from './register.ts'
import type { BaseState } from '../base/state.ts'

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

export interface PaymentState extends BaseState {
  payments: PaymentDesk
}

export const createDesk = ({ clock, controls }: BaseState, deliver?: Deliver): PaymentDesk => ({
  register: new PaymentRegister(clock, () => controls.speed),
  notifier: new Notifier(clock, controls, deliver),
  keys: new Map(),
  waiting: new Map()
})
