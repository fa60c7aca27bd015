// What an answer or a job costs, by how it ended. Used by the code that charges, by the pages that explain prices, and
// by the tests; there are no other charging rules.

import { webSearchTokens } from './answer-extras.ts'

/** How an answer can end. */
export const answerOutcomes = ['complete', 'truncated', 'stopped', 'interrupted', 'failed', 'refused'] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/** Whether an answer ends in the middle of what the model would have said: the marks that it leaves open are closed where it is shown. */
export const isCutOff = (outcome: AnswerOutcome | null): boolean =>
  outcome !== null && outcome !== 'complete' && outcome !== 'refused'

/** whole: the full price. share: the delivered part of it. nothing: 0 tokens; delivered text is kept. */
type ChargeShare = 'whole' | 'share' | 'nothing'

export interface ChargeRule {
  share: ChargeShare
  /** What happened, in the user's language. */
  situation: string
  cost: string
}

const nothing = 'Бесплатно, полученный текст сохраняется'

export const answerChargeRules = {
  complete: { share: 'whole', situation: 'Ответ получен целиком', cost: 'Цена модели' },
  truncated: { share: 'whole', situation: 'Ответ достиг предельной длины', cost: 'Цена модели' },
  stopped: {
    share: 'share',
    situation: 'Вы остановили ответ',
    cost: 'Доля цены по объёму полученного текста с округлением вверх: от 1 токена до цены модели. Приложенные файлы — целиком: модель уже прочитала их. Если текста ещё нет — бесплатно'
  },
  interrupted: { share: 'nothing', situation: 'Ответ прервался по нашей вине', cost: nothing },
  failed: { share: 'nothing', situation: 'Модель не смогла ответить', cost: nothing },
  refused: { share: 'nothing', situation: 'Модель отказалась отвечать', cost: nothing }
} as const satisfies Record<AnswerOutcome, ChargeRule>

/** An answer without any text, however it ended. */
export const emptyAnswerRule = {
  share: 'nothing',
  situation: 'Модель вернула пустой ответ',
  cost: 'Бесплатно'
} as const satisfies ChargeRule

/** Above the price of the model. A stopped answer costs its share of the sum. */
export const webSearchRule = {
  share: 'whole',
  situation: 'Модель искала в интернете: вы включили поиск',
  cost: `Цена модели и ещё ${webSearchTokens} токенов, сколько бы раз она ни искала. Если поиск не понадобился — только цена модели`
} as const satisfies ChargeRule

/** Closing the page does not stop an answer: it continues without a reader. */
export const readerLeftRule = {
  share: 'whole',
  situation: 'Вы закрыли вкладку или пропала связь',
  cost: 'Цена модели: ответ дописывается и сохраняется'
} as const satisfies ChargeRule

/** How a job ended, for its charge. `late`: it delivered after its deadline, when it had been given up. */
export type JobOutcome = 'delivered' | 'late' | 'failed' | 'unknown' | 'cancelled'

export const jobChargeRules = {
  delivered: { share: 'whole', situation: 'Результат готов и сохранён', cost: 'Цена, показанная на кнопке' },
  late: {
    share: 'nothing',
    situation: 'Результат пришёл позже предельного срока',
    cost: 'Бесплатно, файл сохраняется'
  },
  failed: {
    share: 'nothing',
    situation: 'Результата нет: отказ модерации, наш сбой или сбой поставщика',
    cost: 'Бесплатно'
  },
  unknown: {
    share: 'nothing',
    situation: 'Поставщик не сообщил, чем всё кончилось',
    cost: 'Бесплатно: токены возвращаются, когда истечёт срок выяснения'
  },
  cancelled: {
    share: 'nothing',
    situation: 'Вы отменили работу до начала или поставщик успел её остановить',
    cost: 'Бесплатно. Если поставщик всё же сдаст работу, она сохраняется и оплачивается'
  }
} as const satisfies Record<JobOutcome, ChargeRule>
