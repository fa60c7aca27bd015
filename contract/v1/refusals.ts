// How the API under `/v1` refuses, in words for who writes a program: the page `/api` and the OpenAPI document show this list.
import type { ApiCall } from './calls.ts'

export interface ApiRefusalWords {
  status: number
  /** The commonest `error.code` of the status. */
  code: string
  what: string
  /** What a program or its owner does then. */
  act: string
  /** Only calls that ask a model are refused so. */
  isOfModels?: true
  /** Only calls with a body are. */
  isOfBodies?: true
}

export const apiRefusals: readonly ApiRefusalWords[] = [
  {
    status: 400,
    code: 'invalid_value',
    what: 'Запрос составлен неверно, или такой параметр не поддерживается',
    act: 'Исправьте поле, которое названо в param'
  },
  {
    status: 401,
    code: 'invalid_api_key',
    what: 'Ключа нет, он удалён, истёк или набран с ошибкой',
    act: 'Проверьте ключ или создайте новый'
  },
  {
    status: 402,
    code: 'insufficient_quota',
    what: 'Не хватает токенов, или исчерпан лимит расходов',
    act: 'В тексте сказано, сколько недостаёт и с какой границей ответа запрос пройдёт. Пополните баланс или поднимите лимит',
    isOfModels: true
  },
  {
    status: 403,
    code: 'model_not_allowed',
    what: 'Ключу не разрешены этот вызов, эта модель или этот адрес, или операции по счёту приостановлены',
    act: 'Измените права ключа в профиле. Не базовые модели отвечают после первой покупки токенов'
  },
  {
    status: 404,
    code: 'model_not_found',
    what: 'Нет такой модели, такого запроса или адреса',
    act: 'Имена моделей отдаёт GET /v1/models'
  },
  {
    status: 408,
    code: 'request_timeout',
    what: 'Запрос передавался дольше минуты',
    act: 'Проверьте соединение и отправьте ещё раз',
    isOfBodies: true
  },
  {
    status: 413,
    code: 'request_too_large',
    what: 'Запрос больше 16 МБ',
    act: 'Сократите историю, уменьшите картинки или сожмите запись',
    isOfBodies: true
  },
  {
    status: 422,
    code: 'content_policy_violation',
    what: 'Модель отказалась отвечать, или этот Idempotency-Key уже был у другого запроса',
    act: 'Измените запрос или ключ. Токены не списаны, если в тексте не сказано, что запрос уже выполнен и оплачен',
    isOfModels: true
  },
  {
    status: 429,
    code: 'rate_limit_exceeded',
    what: 'Слишком много запросов за минуту или одновременно, или модель перегружена',
    act: 'Повторите через столько секунд, сколько сказано в заголовке retry-after'
  },
  {
    status: 500,
    code: 'internal',
    what: 'Ошибка на нашей стороне',
    act: 'Повторите позже'
  },
  {
    status: 502,
    code: 'upstream_failed',
    what: 'Модель не смогла ответить',
    act: 'Повторите или выберите другую модель. Токены не списаны',
    isOfModels: true
  },
  {
    status: 503,
    code: 'unavailable',
    what: 'Сервис временно недоступен или выключен',
    act: 'Повторите через несколько секунд. С заголовком x-should-retry: false повторять пока бесполезно'
  }
]

/** How a call refuses. */
export const refusalsOf = ({ call, isPaid, has422 }: ApiCall): ApiRefusalWords[] =>
  apiRefusals.filter(
    ({ status, isOfModels, isOfBodies }) =>
      (isPaid || !isOfModels) && (call.startsWith('POST ') || !isOfBodies) && (has422 !== false || status !== 422)
  )
