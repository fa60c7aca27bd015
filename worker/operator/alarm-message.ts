// What people are told of alarms. It leaves the platform, so it names ids and nothing else: the facts are in the console.
import { alarmDescriptions, alarmPathOf, alarmsPath } from '#contract/alarms.ts'
import type { AlarmRow } from '#data/directory/alarms.ts'
import type { AlarmMessage, MessagedAlarm } from '#providers/alarms/channel.ts'
import { digestOf } from '../crypto/digest.ts'

/** So many fit into a message of Telegram; the others are counted. */
const namedMax = 8
const subjectMaxLength = 80

const moment = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Moscow' })
const plural = new Intl.PluralRules('ru')
const times = (count: number) => `${count} ${plural.select(count) === 'few' ? 'раза' : 'раз'}`

const isUrgent = ({ kind }: AlarmRow) => alarmDescriptions[kind].severity === 'urgent'

function messaged(origin: string, row: AlarmRow): MessagedAlarm {
  const { severity, title, todo } = alarmDescriptions[row.kind]
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

function blockOf({ severity, title, subject, todo, count, first_at: firstAt, url }: MessagedAlarm): string {
  const often = count > 1 ? `, ${times(count)}` : ''
  return [
    `${severity === 'urgent' ? 'Срочно. ' : ''}${title}: ${subject}`,
    `С ${moment.format(new Date(firstAt))} по Москве${often}`,
    todo,
    url
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
  const rest = alarms.length - namedMax
  return {
    // A round that is told again, because its outcome was not stored, is the same message.
    id: digestOf(JSON.stringify(sorted.map(({ id, pagedAt }) => [id, pagedAt]))),
    title: titleOf(sorted),
    text: [...alarms.slice(0, namedMax).map(blockOf), ...(rest > 0 ? [`И ещё: ${rest}`] : [])].join('\n\n'),
    url: `${origin}${alarmsPath}`,
    alarms
  }
}
