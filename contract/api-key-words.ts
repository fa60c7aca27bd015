// What a key of the API may do, in words. Apart from the calls, because the user's object needs no schemas of calls.
import type { AccountPlan } from './catalogue/plans.ts'

/** `chat`: answers of models; `images`, `audio`: pictures, speech; `models`: their list; `balance`: what is left to spend and what was spent. */
export const apiScopes = ['chat', 'images', 'audio', 'models', 'balance'] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * What all keys of an account may do together. `minuteShare`: of the calls a minute that the operator allows; agents make a call every few
 * seconds, and several at once.
 */
export const apiLimits: Readonly<Record<AccountPlan, { minuteShare: number; openCalls: number }>> = {
  free: { minuteShare: 1 / 3, openCalls: 3 },
  paid: { minuteShare: 1, openCalls: 10 },
  premium: { minuteShare: 2, openCalls: 20 }
}

/** A user's keys that work at the same time. */
export const apiKeysMax = 20

/** What keys pay on a tab, as a service of wallets and of the console. Works that keys order belong to the services that make them. */
export const apiCalls = { service: 'api', title: 'Модели через API' } as const
