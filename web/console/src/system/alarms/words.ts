// What an alarm says besides its title, in words: codes and numbers as the server raised them, of an older version too.
import type { AlarmFact } from '#contract/alarm-facts.ts'
import type { AlarmKind } from '#contract/alarm-kinds.ts'
import type { OpenedAlarm } from '#contract/operator/system/alarms.ts'
import { receiptNames } from '#contract/operator/money/receipt-words.ts'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { roleNames } from '../../base/use-operator.ts'
import { differenceName, dutyName } from '../words.ts'
import { mismatchText } from '../../ui/money-words.ts'
import { providerTitle, serviceTitle, stepNames } from '../../ui/job-words.ts'

type Words = Partial<Record<string, string>>

const names: Record<AlarmFact, string> = {
  backlog: 'ждёт строк',
  bucket: 'хранилище',
  database: 'база',
  detail: 'подробности',
  directive: 'директива',
  duty: 'обязанность',
  failure: 'код ошибки',
  failures: 'неудачных входов за час не меньше',
  files: 'файлов',
  isOpen: 'принимает новые аккаунты',
  jobId: 'работа',
  key: 'файл',
  kind: 'расхождение',
  minutes: 'минут без запуска',
  mismatch: 'причина',
  more: 'сверх показанных',
  night: 'ночь',
  operation: 'операция',
  outcome: 'что помешало',
  paymentId: 'платёж',
  percent: 'занято процентов',
  provider: 'поставщик',
  providers: 'поставщики',
  queue: 'очередь',
  registration: 'чек',
  reports: 'сообщений за час не меньше',
  row: 'строка',
  scope: 'откуда',
  service: 'сервис',
  step: 'шаг',
  subject: 'о чём',
  violation: 'нарушено правило',
  waitingMinutes: 'старшая ждёт минут'
}

/** What the subject of an alarm is. */
const subjects: Record<AlarmKind, AlarmFact | 'person'> = {
  'wallet-frozen': 'person',
  'payment-review': 'paymentId',
  'payment-missing': 'paymentId',
  'payment-without-order': 'paymentId',
  'receipt-not-registered': 'paymentId',
  'shop-refused': 'provider',
  'refund-missed': 'paymentId',
  'refund-not-made': 'paymentId',
  'provider-unpaid': 'provider',
  'provider-down': 'service',
  'job-without-reservation': 'jobId',
  'job-dead': 'jobId',
  'duty-dead': 'duty',
  'message-unreadable': 'queue',
  'duty-behind': 'duty',
  'clock-late': 'subject',
  'reconciliation-late': 'subject',
  'reconciliation-difference': 'subject',
  'reconciliation-differences': 'subject',
  'database-large': 'database',
  'bucket-large': 'bucket',
  'passwords-sprayed': 'scope',
  'role-granted': 'subject',
  'factor-reset': 'person',
  'csp-reports': 'directive',
  'backup-late': 'duty',
  'backup-user-failed': 'person',
  'wallet-not-restored': 'person'
}

const roleName = (code: string) => (roleNames as Words)[code] ?? code

const scopes: Words = { network: 'одна сеть', all: 'все сети вместе' }

const operations: Words = { sale: 'оплата', refund: 'возврат', advance: 'зачёт аванса' }

const outcomes: Words = {
  'other-lines': 'в журнале другие строки',
  'database-ahead': 'база новее копии',
  differs: 'счёт не сошёлся',
  unreadable: 'файл не читается'
}

/** Codes that have words elsewhere in the console; any other is shown as it is. */
const valueOf: Partial<Record<string, (code: string) => string>> = {
  duty: dutyName,
  kind: differenceName,
  mismatch: mismatchText,
  operation: (code) => operations[code] ?? code,
  outcome: (code) => outcomes[code] ?? code,
  registration: (code) => (receiptNames as Words)[code] ?? code,
  scope: (code) => scopes[code] ?? code,
  provider: providerTitle,
  providers: (codes) => codes.split(' ').map(providerTitle).join(', '),
  service: serviceTitle,
  step: (code) => (stepNames as Words)[code] ?? code
}

const dayMs = 24 * 60 * 60_000
const days = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })

function valueText(name: string, value: unknown): string {
  // Nights are counted in days since the epoch.
  if (name === 'night' && typeof value === 'number') return days.format(value * dayMs)
  if (value === null) return 'нет'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return formatCount(value)
  const code = typeof value === 'string' ? value : JSON.stringify(value)
  return valueOf[name]?.(code) ?? code
}

const factText = (name: string, value: unknown) => `${(names as Words)[name] ?? name}: ${valueText(name, value)}`

function subjectText({ kind, subject }: OpenedAlarm): string[] {
  // An alarm about nothing but itself.
  if (subject === kind) return []
  const about = subjects[kind]
  if (about !== 'person') return [factText(about, subject)]
  return [subject === 'many' ? 'много людей' : `человек: ${subject}`]
}

/** What it is about and how much, in one line. */
export function factsOf(alarm: OpenedAlarm): string {
  const repeated = alarm.kind === 'reconciliation-difference' ? [] : subjectText(alarm)
  const facts = Object.entries(alarm.detail)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => factText(name, value))
  const codes = [...repeated, ...facts].join(' · ')
  // The alarm of a role says which one twice: beside the person and in its details.
  const text =
    alarm.kind === 'role-granted'
      ? codes.replaceAll(/(?<= )(?:support|finance|owner)(?=$|, дал | · )/g, roleName)
      : codes
  return text.charAt(0).toUpperCase() + text.slice(1)
}
