export interface FaultRow {
  name: string
  /** The word that a prompt must contain to get this fault. */
  word: string
  /** What the upstream does. */
  does: string
  /** What the product should do. */
  expected: string
}

const NOTHING_CHARGED = 'Показать понятную ошибку с кнопкой «Повторить», токены не списывать.'
const NEXT_ROUTE =
  'Спросить следующего поставщика модели, если он есть, и взять цену один раз. Иначе показать понятную ошибку, токены не списывать.'
const TEXT_KEPT = 'Сохранить пришедший текст, пометить ответ прерванным, токены не списывать, предложить повтор.'

export const TEXT_FAULTS = [
  {
    name: 'slow-start',
    word: '[сбой:медленный-старт]',
    does: 'Первый байт через 20 секунд, дальше обычный ответ.',
    expected: 'Показывать ожидание, не обрывать соединение, дать остановить запрос.'
  },
  {
    name: 'slow-stream',
    word: '[сбой:медленный-поток]',
    does: 'Слово в 300 мс вместо 20 мс.',
    expected: 'Выводить текст по мере поступления; остановка работает сразу; перезагрузка ничего не теряет.'
  },
  {
    name: 'cut',
    word: '[сбой:обрыв]',
    does: 'На середине ответа сокет уничтожается.',
    expected: TEXT_KEPT
  },
  {
    name: 'truncated',
    word: '[сбой:недосказано]',
    does: 'На середине тело заканчивается без ошибки и без завершающего события.',
    expected: `Заметить, что завершающего события не было. ${TEXT_KEPT}`
  },
  {
    name: 'failed',
    word: '[сбой:ошибка-в-потоке]',
    does: 'На середине приходит событие поставщика об ошибке (`response.failed`, `api_error`).',
    expected: TEXT_KEPT
  },
  {
    name: 'limited-midway',
    word: '[сбой:лимит-в-потоке]',
    does: 'На середине приходит событие `error` о лимите или перегрузке.',
    expected: TEXT_KEPT
  },
  {
    name: 'rate-limit',
    word: '[сбой:429]',
    does: 'Статус 429 с `retry-after: 3`.',
    expected: 'Сказать, через сколько секунд повторить (retryAfter), токены не списывать.'
  },
  {
    name: 'quota',
    word: '[сбой:квота]',
    does: 'У владельца сайта кончились деньги у поставщика: статус 429 без `retry-after`, у xAI 403.',
    expected:
      'Не повторять. Сказать, что сервис временно недоступен, токены не списывать. Выключить поставщика на десять минут и позвать человека.'
  },
  {
    name: 'server-error',
    word: '[сбой:500]',
    does: 'Статус 500.',
    expected: NOTHING_CHARGED
  },
  {
    name: 'overloaded',
    word: '[сбой:перегрузка]',
    does: 'Статус 503, у Anthropic 529.',
    expected: NOTHING_CHARGED
  },
  {
    name: 'refusal',
    word: '[сбой:отказ]',
    does: 'Статус 200, модель отказывается отвечать в форме поставщика; у xAI обычным текстом.',
    expected: 'Показать отказ как отказ модели, токены не списывать.'
  },
  {
    name: 'moderation',
    word: '[сбой:модерация]',
    does: 'Запрос отклонён до ответа: OpenAI 400 `invalid_prompt`, xAI 403, Anthropic `stop_reason: refusal` без текста.',
    expected: 'Сказать, что запрос отклонён правилами поставщика, не повторять, токены не списывать.'
  },
  {
    name: 'malformed',
    word: '[сбой:битое-событие]',
    does: 'На середине приходит событие с испорченным JSON, затем тело заканчивается.',
    expected: TEXT_KEPT
  },
  {
    name: 'empty',
    word: '[сбой:пустой-ответ]',
    does: 'Ответ завершён успешно, но текста в нём нет.',
    expected: NOTHING_CHARGED
  },
  {
    name: 'endless',
    word: '[сбой:молчание]',
    does: 'Треть ответа, затем тишина без конца (у Anthropic идут `ping`), пока клиент не уйдёт.',
    expected: `Прервать по тайм-ауту тишины и закрыть соединение. ${TEXT_KEPT}`
  },
  {
    name: 'no-answer',
    word: '[сбой:нет-ответа]',
    does: 'Запрос принят, но не приходит ничего, даже заголовков.',
    expected: NEXT_ROUTE
  },
  {
    name: 'pings-only',
    word: '[сбой:только-пинги]',
    does: 'Статус 200 и начало ответа без единого слова, затем только пинги или комментарии, пока клиент не уйдёт.',
    expected: NEXT_ROUTE
  },
  {
    name: 'cut-at-start',
    word: '[сбой:обрыв-сразу]',
    does: 'Статус 200 и начало ответа без единого слова, затем сокет уничтожается.',
    expected: NEXT_ROUTE
  },
  {
    name: 'model-gone',
    word: '[сбой:нет-модели]',
    does: 'Поставщик не знает такой модели: статус 404, у иных 400.',
    expected: NEXT_ROUTE
  },
  {
    name: 'page',
    word: '[сбой:страница]',
    does: 'Статус 200 и страница HTML вместо ответа.',
    expected: NEXT_ROUTE
  },
  {
    name: 'bad-gateway',
    word: '[сбой:502]',
    does: 'Статус 502 и страница HTML.',
    expected: NEXT_ROUTE
  }
] as const satisfies readonly FaultRow[]

export const MAIL_FAULTS = [
  {
    name: 'mail-down',
    word: '',
    does: 'Почтовый сервис отвечает статусом 500, письмо не принято.',
    expected: 'Не терять регистрацию: предложить отправить письмо ещё раз.'
  },
  {
    name: 'mail-slow',
    word: '',
    does: 'Почтовый сервис отвечает через 20 секунд.',
    expected: 'Не держать пользователя: ответить до того, как письмо ушло, или уложиться в тайм-аут.'
  }
] as const satisfies readonly FaultRow[]

export type TextFault = (typeof TEXT_FAULTS)[number]['name']
export type MailFault = (typeof MAIL_FAULTS)[number]['name']

const REFUSALS = ['moderation', 'rate-limit', 'quota', 'server-error', 'overloaded'] as const

/** Faults with which a text or media upstream refuses the request itself, before it starts any work. */
type RefusalFault = (typeof REFUSALS)[number]

export type Refusals<Reply> = Readonly<Record<RefusalFault, Reply>>

export const isRefusal = (fault: string | null): fault is RefusalFault => REFUSALS.some((name) => name === fault)

/**
 * The reply to a fault with which the upstream refuses the request; null for every other one. A null in the table stands
 * for a fault that the upstream shows later: in the answer, or as the final status of the task.
 */
export const refusalBy = <Reply>(fault: string | null, replies: Refusals<Reply>): Reply | null =>
  isRefusal(fault) ? replies[fault] : null

/** A fault by its name (`cut`) or its word, with or without the brackets (`обрыв`); undefined when there is none. */
export function faultNamed<Name extends string>(
  rows: readonly (FaultRow & { name: Name })[],
  text: string
): Name | undefined {
  const wanted = text.trim().toLowerCase()
  return rows.find(({ name, word }) => wanted !== '' && [name, word, word.slice(6, -1)].includes(wanted))?.name
}

/** The fault words of a prompt: the first known one and the first unknown one. */
export function faultWords<Name extends string>(
  rows: readonly (FaultRow & { name: Name })[],
  prompt: string
): { fault: Name | null; unknown: string | null } {
  const words = Array.from(prompt.matchAll(/\[сбой:[^\]]*\]/gi), ([word]) => word)
  const faults = words.map((word) => faultNamed(rows, word))
  return {
    fault: faults.find((fault) => fault !== undefined) ?? null,
    unknown: words.find((_, index) => faults[index] === undefined) ?? null
  }
}
