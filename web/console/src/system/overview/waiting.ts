// The work that waits for an operator, from the data of the console's calls. Undefined: not read yet, or not for this role.
import type { z } from 'zod'
import { counted, type WordForms } from '#contract/counted.ts'
import type { countReviews } from '#contract/operator/money/payments.ts'
import type { listTokenChanges } from '#contract/operator/people/tokens.ts'
import type { openAlarms } from '#contract/operator/system/alarms.ts'
import type { openClock } from '#contract/operator/system/watch.ts'
import type { listServices } from '#contract/operator/jobs/services.ts'

export interface Parts {
  alarms?: z.output<typeof openAlarms.output> | undefined
  reviews?: z.output<typeof countReviews.output> | undefined
  tokens?: z.output<typeof listTokenChanges.output> | undefined
  services?: z.output<typeof listServices.output> | undefined
  clock?: z.output<typeof openClock.output> | undefined
}

export interface Waiting {
  text: string
  /** The page of the console that shows it. */
  path: string
  urgent: boolean
}

/** A list is read part by part, so its first part may not be all. */
const countOf = ({ length }: readonly unknown[], next: unknown, words: WordForms) =>
  next === null ? counted(length, words) : `Больше ${counted(length, words)}`

function ofAlarms({ open }: NonNullable<Parts['alarms']>): Waiting[] {
  const all = open.urgent + open.notice
  if (all === 0) return []
  const urgent = open.urgent > 0 ? `, из них ${counted(open.urgent, ['срочная', 'срочные', 'срочных'])}` : ''
  const text = counted(all, ['открытая тревога', 'открытые тревоги', 'открытых тревог']) + urgent
  return [{ text, path: '/alarms', urgent: open.urgent > 0 }]
}

function ofReviews({ waiting }: NonNullable<Parts['reviews']>): Waiting[] {
  if (waiting === 0) return []
  const text = counted(waiting, ['платёж на проверке', 'платежа на проверке', 'платежей на проверке'])
  return [{ text, path: '/payments', urgent: true }]
}

function ofTokens({ changes, next }: NonNullable<Parts['tokens']>): Waiting[] {
  if (changes.length === 0) return []
  const words = [
    'запрос ждёт второго человека',
    'запроса ждут второго человека',
    'запросов ждут второго человека'
  ] as const
  return [{ text: countOf(changes, next, words), path: '/requests', urgent: false }]
}

function ofServices({ services, providers, dead_letters: dead }: NonNullable<Parts['services']>): Waiting[] {
  const named = (chosen: typeof services) => chosen.map(({ title }) => title).join(', ')
  const off = services.filter((service) => service.off !== null)
  const down = services.filter((service) => service.off === null && service.state === 'down')
  const unpaid = providers.filter(({ away_until: until }) => until !== null).map(({ name }) => name)
  const rows = [
    { list: named(down), text: 'Не отвечают', path: '/services', urgent: true },
    { list: unpaid.join(', '), text: 'Поставщики без наших денег', path: '/services', urgent: true },
    { list: named(off), text: 'Выключены', path: '/services', urgent: false }
  ]
  const letters = ['мёртвое сообщение', 'мёртвых сообщения', 'мёртвых сообщений'] as const
  return [
    ...rows.flatMap(({ list, text, ...row }) => (list === '' ? [] : [{ ...row, text: `${text}: ${list}` }])),
    ...(dead > 0 ? [{ text: counted(dead, letters), path: '/dead-letters', urgent: false }] : [])
  ]
}

function ofClock({ late, duties }: NonNullable<Parts['clock']>): Waiting[] {
  if (late) return [{ text: 'Часы не идут: ничего не списывается и не отправляется', path: '/system', urgent: true }]
  const behind = duties.filter((duty) => duty.behind).length
  const words = ['обязанность отстаёт', 'обязанности отстают', 'обязанностей отстают'] as const
  return behind === 0 ? [] : [{ text: counted(behind, words), path: '/system', urgent: true }]
}

/** What is urgent first. */
export function waitingIn({ alarms, reviews, tokens, services, clock }: Parts): Waiting[] {
  return [
    ...(alarms ? ofAlarms(alarms) : []),
    ...(reviews ? ofReviews(reviews) : []),
    ...(clock ? ofClock(clock) : []),
    ...(services ? ofServices(services) : []),
    ...(tokens ? ofTokens(tokens) : [])
  ].toSorted((one, other) => Number(other.urgent) - Number(one.urgent))
}
