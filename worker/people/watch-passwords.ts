// An attacker who tries a few common passwords with many accounts stays below the limits of each account. The signs are many
// addresses that fail from one network, or many failures of all networks together. No address and no network is kept.
import { canonicalEmail } from '#domain/canonical-email.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { limiterOf } from '#durable-objects/stubs.ts'
import type { AppContext } from '../http/context.ts'
import { mailboxName, networkName } from '../http/limit.ts'
import { watchRate } from '../http/watch-rate.ts'

const windowMs = 60 * 60_000

/** Takes one of the network's failing addresses; an address that fails again takes from a budget of its own. */
async function watchNetwork(c: AppContext, email: string): Promise<void> {
  const { ALARM_FAILED_ADDRESSES_PER_HOUR: limit } = c.var.environment
  const network = limiterOf(c.env, networkName(c))
  const { allowed } = await network.take(
    [{ key: 'failed-addresses', limit, windowMs }],
    mailboxName(canonicalEmail(email))
  )
  if (allowed) return
  // One alarm an hour, however long the attack lasts.
  const told = await network.take([{ key: 'failed-addresses-told', limit: 1, windowMs }])
  if (told.allowed) await raiseAlarm(c.env, '', { event: 'passwords-sprayed', scope: 'network', failures: limit })
}

/** Counts a sign-in with a wrong password or an unknown address, after the response. */
export function watchFailedSignIn(c: AppContext, email: string): void {
  c.executionCtx.waitUntil(watchNetwork(c, email).catch(() => undefined))
  watchRate(c, {
    name: 'failed-sign-ins',
    limit: c.var.environment.ALARM_FAILED_SIGN_INS_PER_HOUR,
    alarmOf: (failures) => ({ event: 'passwords-sprayed', scope: 'all', failures })
  })
}
