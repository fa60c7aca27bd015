// A duty of the clock: sends the alarms that are due, all in one message to each channel. A channel that has accepted the message
// does not get it again while another channel is retried. A crash before the outcome is stored repeats the message.
import { alarmSeverities } from '#contract/alarm-kinds.ts'
import { openDirectory } from '#data/base/database.ts'
import { type AlarmRow, leaseAlarms, storeTold, type Told } from '#data/directory/alarms.ts'
import { type AlarmChannelName, alarmRestMs, channelFailuresMax, nextPageAt, pageAgainAt } from '#domain/alarm.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { alarmChannelsOf } from './alarm-channels.ts'
import { alarmMessage } from './alarm-message.ts'

/** Far longer than all channels take together. */
const leaseMs = 120_000

/** Which channels have one alarm, after all were tried. */
function outcomeOf(row: AlarmRow, told: AlarmChannelName[], isFailed: boolean, now: number): Told {
  const { id, kind } = row
  const failures = isFailed ? row.failures + 1 : 0
  const pagedAt = told.length > 0 ? now : row.pagedAt
  if (isFailed && failures < channelFailuresMax)
    return { id, told, failures, pageAt: pageAgainAt(failures, now), pagedAt }
  // No channel has delivered the alarm, so it is not given up.
  const isUnheard = isFailed && told.length === 0
  const isOver = row.resolvedAt !== null
  const next = isOver ? null : nextPageAt(alarmSeverities[kind], now)
  const pageAt = isUnheard ? now + alarmRestMs : next
  return { id, told: [], failures: 0, pageAt, pagedAt }
}

export interface TellingResult {
  /** Alarms that were due. */
  due: number
  failed: AlarmChannelName[]
}

export async function tellAlarms(env: Env, now: number): Promise<TellingResult> {
  const directory = openDirectory(env)
  const until = now + leaseMs
  const rows = await leaseAlarms(directory, now, until)
  if (rows.length === 0) return { due: 0, failed: [] }
  const origin = environmentOf(env).SITE_ORIGIN
  const failed: AlarmChannelName[] = []
  const taken: AlarmChannelName[] = []
  const channels = alarmChannelsOf(env)
  await Promise.all(
    channels.map(async ({ name, channel }) => {
      const untold = rows.filter(({ told }) => !told.includes(name))
      if (untold.length === 0) return
      try {
        await channel.send(alarmMessage(origin, untold))
        taken.push(name)
      } catch (error) {
        failed.push(name)
        const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
        report('', { event: 'alarm-channel-failed', channel: name, failure })
      }
    })
  )
  const outcomes = rows.map((row) => {
    const told = channels.map(({ name }) => name).filter((name) => row.told.includes(name) || taken.includes(name))
    return outcomeOf(row, told, told.length < channels.length, now)
  })
  await storeTold(directory, outcomes, until)
  return { due: rows.length, failed }
}
