// The message to operators about alarms. It leaves the platform, so it contains only ids: the facts are in the console.
import { alarmSeverities } from '#contract/alarm-kinds.ts'
import { alarmDescriptions, alarmPathOf, alarmsPath } from '#contract/alarms.ts'
import { formOf } from '#contract/counted.ts'
import { makeOnce } from '#contract/make-once.ts'
import type { AlarmRow } from '#data/directory/alarms.ts'
import type { AlarmMessage, MessagedAlarm } from '#providers/alarms/channel.ts'
import { digestOf } from '../crypto/digest.ts'

/** A message of Telegram has room for so many kinds, and so many subjects of each; the others are counted. */
const kindsMax = 7
const subjectsMax = 3
const subjectMaxLength = 60

const moment = makeOnce(
  () => new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Moscow' })
)

const isUrgent = ({ kind }: AlarmRow) => alarmSeverities[kind] === 'urgent'

function messaged(origin: string, row: AlarmRow): MessagedAlarm {
  const { title, todo } = alarmDescriptions[row.kind]
  const severity = alarmSeverities[row.kind]
  return {
    id: row.id,
    kind: row.kind,
    severity,
    title,
    subject: row.subject.slice(0, subjectMaxLength),
    todo,
    count: row.count,
    first_at: new Date(row.firstAt).toISOString(),
    last_at: new Date(row.lastAt).toISOString(),
    url: `${origin}${alarmPathOf(row)}`
  }
}

/** The text about all alarms of one kind. */
function blockOf(origin: string, alarms: readonly MessagedAlarm[]): string {
  const [first] = alarms
  if (!first) return ''
  // Some kinds of alarm have no subject.
  const named = alarms.slice(0, subjectsMax).flatMap(({ kind, subject }) => (subject === kind ? [] : [subject]))
  const more = alarms.length > subjectsMax ? ` и ещё ${alarms.length - subjectsMax}` : ''
  const count = alarms.reduce((sum, alarm) => sum + alarm.count, 0)
  const since = alarms.map((alarm) => alarm.first_at).toSorted()[0] ?? first.first_at
  return [
    `${first.severity === 'urgent' ? 'Срочно. ' : ''}${[first.title, ...(named.length > 0 ? [named.join(', ')] : [])].join(': ')}${more}`,
    `С ${moment().format(new Date(since))} по Москве${count > 1 ? `, ${count} ${formOf(count, ['раз', 'раза', 'раз'])}` : ''}`,
    first.todo,
    alarms.length === 1 ? first.url : `${origin}${alarmsPath}`
  ].join('\n')
}

function titleOf(rows: readonly AlarmRow[]): string {
  const [first] = rows
  if (first && rows.length === 1) return `Тревога: ${alarmDescriptions[first.kind].title}`
  return `Тревоги: ${rows.length}, срочных: ${rows.filter(isUrgent).length}`
}

/** @param origin of the site @param rows at least one */
export function alarmMessage(origin: string, rows: readonly AlarmRow[]): AlarmMessage {
  const sorted = rows.toSorted((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)) || one.id - other.id)
  const alarms = sorted.map((row) => messaged(origin, row))
  const kinds = [...Map.groupBy(alarms, ({ kind }) => kind).values()]
  const rest = kinds.length - kindsMax
  return {
    // A round whose outcome was not stored is sent again with the same id.
    id: digestOf(JSON.stringify(sorted.map(({ id, pagedAt }) => [id, pagedAt]))),
    title: titleOf(sorted),
    text: [
      ...kinds.slice(0, kindsMax).map((some) => blockOf(origin, some)),
      ...(rest > 0 ? [`И ещё видов: ${rest}`] : [])
    ].join('\n\n'),
    url: `${origin}${alarmsPath}`,
    alarms
  }
}
