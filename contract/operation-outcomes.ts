// How an operation ended, in the texts of the history and its export.
import type { AnswerOutcome, JobOutcome } from './catalogue/charge-rules.ts'

export type Outcome =
  | AnswerOutcome
  | JobOutcome
  | 'reserved'
  | 'credited'
  | 'debited'
  | 'corrected'
  | 'metered'
  | 'expired'
  | 'not-begun'

const texts: Record<Outcome, string> = {
  reserved: 'Выполняется',
  credited: 'Начислено',
  debited: 'Снято с баланса',
  corrected: 'Исправлено поддержкой',
  metered: 'Запросы оплачены целыми токенами',
  complete: 'Ответ получен целиком',
  truncated: 'Ответ достиг предельной длины',
  stopped: 'Остановлено вами',
  interrupted: 'Прервалось по нашей вине',
  failed: 'Не получилось',
  refused: 'Модель отказалась',
  delivered: 'Результат готов',
  late: 'Результат пришёл позже срока',
  unknown: 'Поставщик не сообщил результат',
  cancelled: 'Отменено вами',
  expired: 'Время вышло',
  'not-begun': 'Не началось'
}

const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(texts, outcome)

/** The text of an outcome; an unknown outcome is returned as it is. */
export const outcomeText = (outcome: string): string => (isKnown(outcome) ? texts[outcome] : outcome)

/** Whether an operation's tokens are reserved and not charged yet. */
export const isRunning = ({ outcome }: { outcome: string }): boolean => outcome === 'reserved'
