// What follows when a provider says that our account has no money.
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import { nameOf, report } from '#notices/report.ts'
import { raiseAlarm } from './raise-alarm.ts'

/**
 * Switches the provider off and raises one alarm for all requests that it refuses. Never throws: each of them
 * ends by itself, and the next one notes the outage again.
 */
export async function noteUnpaid(
  env: Pick<Env, 'DB'>,
  { provider, code }: { provider: string; code: string | null }
): Promise<void> {
  try {
    if (await switchOff(openDirectory(env), { provider, code }, Date.now()))
      await raiseAlarm(env, '', { event: 'provider-unpaid', provider, failure: code ?? 'unpaid' })
  } catch (error) {
    report('', { event: 'provider-outage-failed', provider, error: nameOf(error) })
  }
}
