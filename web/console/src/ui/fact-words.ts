// What a line of the record says of a change, in words: names and codes as the server wrote them, of an older version too.
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatCount } from '../../../src/base/format/tokens.ts'
import { roleNames } from '../base/use-operator.ts'
import { resolutionNames, stepNames } from './job-words.ts'
import { paymentStatusNames } from './money-words.ts'

type Words = Partial<Record<string, string>>

/** By the name of a fact without its underscores and capital letters: some are columns, some are fields. */
const names: Words = {
  about: 'о чём',
  accessuntil: 'доступ до',
  after: 'после',
  agrees: 'журнал сходится',
  amountkopecks: 'сумма, копеек',
  attempts: 'попыток',
  availabletokens: 'свободно токенов',
  baseurl: 'адрес',
  before: 'раньше чем',
  blocked: 'заблокирован',
  by: 'найден',
  came: 'пришло',
  cancelled: 'отменено',
  cancelling: 'отменяется',
  change: 'запрос',
  charged: 'списано токенов',
  conversation: 'чат',
  count: 'повторов',
  debttokens: 'долг, токенов',
  dialect: 'формат',
  ended: 'остановлено',
  endsat: 'конец',
  erasure: 'запрошено удаление',
  error: 'ошибка',
  factor: 'второй фактор',
  failure: 'код ошибки',
  first: 'впервые',
  freetokens: 'свободно токенов',
  frozen: 'заморожен',
  hint: 'ключ',
  invitedtokens: 'пришедшему, токенов',
  invitertokens: 'пригласившему, токенов',
  ison: 'включён',
  isonsale: 'в продаже',
  job: 'работа',
  keysetat: 'ключ задан',
  kind: 'вид',
  limit: 'строк не больше',
  lines: 'строк',
  mail: 'письмо',
  month: 'месяц',
  name: 'имя',
  networkmax: 'из одной сети не больше',
  off: 'выключен',
  offset: 'начиная с',
  peoplemax: 'пришедших не больше',
  periodend: 'оплачено до',
  perminutemax: 'запросов в минуту не больше',
  pricetokens: 'цена, токенов',
  purchaseminkopecks: 'покупка не меньше, копеек',
  queue: 'очередь',
  reason: 'причина',
  refundedkopecks: 'возвращено, копеек',
  reservedtokens: 'в резерве, токенов',
  resolution: 'решение',
  resolved: 'закрыта',
  returned: 'возвращено токенов',
  rewarded: 'наград',
  rewardsmax: 'наград не больше',
  role: 'роль',
  routes: 'маршруты',
  scope: 'что восстановлено',
  secondstep: 'второй шаг',
  seq: 'последняя строка',
  sessions: 'сессий',
  startedat: 'начато',
  startsat: 'начало',
  state: 'состояние',
  status: 'состояние',
  step: 'шаг',
  subject: 'о чём',
  successor: 'вместо неё',
  supplies: 'кто делает',
  takenback: 'забрано наград',
  text: 'текст',
  tokens: 'токенов',
  upstreammodel: 'модель поставщика',
  uses: 'применён раз',
  usesmax: 'применений не больше',
  worth: 'ценой, токенов'
}

const states: Words = {
  asked: 'ждёт второго человека',
  agreed: 'подтверждён',
  booked: 'сделан',
  declined: 'отклонён',
  impossible: 'уже невозможен',
  expired: 'устарел',
  active: 'продлевается',
  cancelled: 'без продления',
  'past-due': 'списание не прошло',
  ended: 'закончился',
  open: 'открыты',
  all: 'все',
  review: 'ждут решения',
  'receipt-pending': 'чек оформляется',
  'receipt-canceled': 'чек не оформлен'
}

const codes: Partial<Record<string, Words>> = {
  role: roleNames,
  state: states,
  status: paymentStatusNames,
  step: stepNames,
  reason: { ...stepNames, died: 'обработка обрывалась', unreadable: 'сообщение нельзя прочитать' },
  resolution: resolutionNames
}

/** Numbers that count nothing. */
const isNumbering = (name: string) => ['after', 'conversation', 'offset'].includes(name)

const isMoment = (name: string) => /(?:At|_at|End|Until)$/.test(name)

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number' && isMoment(name)) return formatDateTime(value)
  if (typeof value === 'number') return isNumbering(name) ? String(value) : formatCount(value)
  return typeof value === 'string' ? (codes[name]?.[value] ?? value) : JSON.stringify(value)
}

/** A fact of the record. */
export const factWords = (name: string, value: unknown): { name: string; value: string } => ({
  name: names[name.replaceAll('_', '').toLowerCase()] ?? name,
  value: valueText(name, value)
})
