// What the clock's duties, the nightly check and the nightly copy are called in the console; docs/operator.md says what to do about them.
import type { DutyName } from '#contract/duties.ts'
import { formatBytes } from '../../../src/base/format/bytes.ts'

const duties: Record<DutyName, string> = {
  jobs: 'Опрос задач у сервисов',
  refunds: 'Возвраты денег',
  advances: 'Вторые чеки аванса',
  'refund-search': 'Поиск возвратов, сделанных в ЮKassa',
  'payment-search': 'Поиск оплат в ЮKassa, о которых мы не знаем',
  payments: 'Сверка платежей с ЮKassa',
  subscriptions: 'Продление Premium',
  'outgoing-mails': 'Письма о деньгах',
  'ready-messages': 'Сообщения о готовых работах',
  attachments: 'Чтение файлов из чатов',
  erasures: 'Удаление аккаунтов',
  retention: 'Удаление старого',
  uploads: 'Уборка загруженных файлов',
  books: 'Уборка старых книг из базы',
  'database-sizes': 'Размеры баз',
  reconciliation: 'Ночная сверка',
  'reconciliation-heartbeat': 'Надзор за сверкой',
  trends: 'Счёт трендов',
  'provider-health': 'Надзор за сервисами',
  'bucket-size': 'Размер хранилища',
  alarms: 'Рассылка тревог',
  'wallet-backup': 'Копия кошельков',
  'backup-heartbeat': 'Надзор за копиями'
}
/** @param duty as a dead letter names it too, also one of an older version */
export const dutyName = (duty: string): string => (duties as Partial<Record<string, string>>)[duty] ?? duty

const differences: Partial<Record<string, string>> = {
  'wallet-disagrees': 'Журнал кошелька не сходится со счётом',
  'wallet-frozen': 'Кошелёк всё ещё заморожен',
  'copy-gap': 'В копии журнала пропущены строки',
  'copy-behind': 'Копия журнала отстала',
  'copy-ahead': 'В копии журнала лишние строки',
  'copy-late': 'Копия журнала ждёт строк больше часа',
  'copy-differs': 'В копии журнала другие суммы',
  'history-differs': 'История расходов не сходится с журналом',
  'payment-credit-differs': 'За платёж зачислено не то',
  'payment-refund-differs': 'За возврат списано не то',
  'credit-without-payment': 'Зачисление без платежа',
  'premium-differs': 'Месяц Premium не сходится с платежом',
  'payment-in-review': 'Платёж больше суток ждёт решения',
  'job-charge-differs': 'За задачу списано не то',
  'job-unsettled': 'Задача закончилась без списания',
  'job-without-reservation': 'Задача без резерва',
  'reservation-without-job': 'Резерв без задачи',
  'result-missing': 'Пропал файл результата',
  'result-size-differs': 'Файл результата другого размера',
  'file-without-job': 'Файл без задачи',
  'not-checked': 'Проверить не удалось'
}
export const differenceName = (kind: string): string => differences[kind] ?? kind

export const stageNames = { users: 'люди и деньги', files: 'файлы', done: 'закончена' } as const

export const nightStages = { wallets: 'складывается', again: 'повторяет неудачи', done: 'полная' } as const

export const percent = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 1 })

const gigabyte = 1_000_000_000
const gigabytes = new Intl.NumberFormat('ru-RU', { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })

/** R2 bills by gigabytes of a thousand million bytes, as the plan does. */
export const storedText = (bytes: number): string =>
  bytes < gigabyte ? formatBytes(bytes) : gigabytes.format(bytes / gigabyte)
