// The letter to the operator. It never holds what was typed, and of the address only the path: the rest may be a token or a request.
import { beginningOf } from '#contract/cut-text.ts'
import { operator } from '../site-operator.ts'

export interface HelpAbout {
  /** What the page says of it; empty when the user asks by themselves. */
  what: string
  /** What the operator finds it by. */
  number?: { name: 'Номер операции' | 'Номер платежа'; id: string }
}

export interface Letter {
  to: string
  subject: string
  body: string
}

const whatMax = 300
/** It may come from an address. */
const idMax = 64

/** @param at where and when it happened */
export function letterOf({ what, number }: HelpAbout, at: { page: string; time: Date }): Letter {
  const happened = beginningOf(what.trim(), whatMax)
  const when = at.time.toLocaleString('ru-RU', { dateStyle: 'long', timeStyle: 'medium' })
  const facts = [
    ...(happened === '' ? [] : [`Что случилось: ${happened}`]),
    ...(number ? [`${number.name}: ${number.id.slice(0, idMax)}`] : []),
    `Страница: ${at.page}`,
    `Время: ${when}`
  ]
  return {
    to: operator.supportEmail,
    subject: happened === '' ? 'Вопрос о сайте' : `Помощь: ${beginningOf(happened, 60)}`,
    body: `Здравствуйте!\n\n\n\n${facts.join('\n')}`
  }
}

/** Opens the user's mail program. Spaces are `%20`: mail programs show a `+` as it is. */
export const mailLink = ({ to, subject, body }: Letter): string =>
  `mailto:${to}?${new URLSearchParams({ subject, body: body.replaceAll('\n', '\r\n') }).toString().replaceAll('+', '%20')}`
