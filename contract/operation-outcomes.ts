// How an operation of the history ended, in the words of the history and of its export.
import type { AnswerOutcome, JobOutcome } from './catalogue/charge-rules.ts'

type Outcome = AnswerOutcome | JobOutcome | 'reserved' | 'credited' | 'debited' | 'expired'

const texts: Record<Outcome, string> = {
  reserved: 'Выполняется',
  credited: 'Начислено',
  debited: 'Снято вместе с возвратом денег',
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
  expired: 'Время вышло'
}

const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(texts, outcome)

/** A word for every outcome, also for one that this version does not know. */
export const outcomeText = (outcome: string): string => (isKnown(outcome) ? texts[outcome] : outcome)

/** Work whose tokens are held and not charged yet. */
export const isRunning = ({ outcome }: { outcome: string }): boolean => outcome === 'reserved'
