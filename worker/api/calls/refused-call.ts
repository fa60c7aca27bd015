// Why a call does not begin, in the API's words. 402 stops every client that was tried: it says what is missing, and which bound of the
// answer would be let through.
import { counted } from '#contract/counted.ts'
import type { RefusedCall } from '#durable-objects/user/begin-call.ts'
import { refusedKey } from '../base/caller.ts'
import { ApiError, apiRefusalOf, notAllowed } from '../base/errors.ts'

/** `5 токенов`, `0,4 токена`: in the genitive. */
function tokensOf(micros: number): string {
  const tokens = Math.ceil(micros / 10_000) / 100
  return Number.isInteger(tokens)
    ? counted(tokens, ['токена', 'токенов', 'токенов'])
    : `${tokens.toLocaleString('ru-RU', { maximumFractionDigits: 2 })} токена`
}

const limitNames = { day: 'Дневной', month: 'Месячный', total: 'Общий' }

type Spent = Extract<RefusedCall, { missingMicros?: number }>

function spentText(
  { code, missingMicros = 0, fitsOutputTokens = 0, budget }: Spent,
  least: number,
  bound: string
): string {
  const owner = budget?.owner === 'key' ? 'лимит этого ключа' : 'лимит ваших расходов'
  const why =
    code === 'BUDGET_EXCEEDED' && budget
      ? `${limitNames[budget.period]} ${owner} не пускает этот запрос`
      : 'Токенов на этот запрос не хватает'
  const fits = fitsOutputTokens < least ? '' : ` С ${bound} не больше ${fitsOutputTokens} он поместится.`
  return `${why}: недостаёт ${tokensOf(missingMicros)}. Ничего не списано.${fits}`
}

/**
 * @param least the smallest bound of the answer: what is asked below it is raised to it @param bound the field of the request that sets it
 * @returns what to throw
 */
export function refusedCall(refusal: RefusedCall, least = 1, bound = 'max_tokens'): ApiError {
  if ('text' in refusal || refusal.code === 'SERVICE_OFF') {
    const text = 'text' in refusal && refusal.text !== undefined ? { text: refusal.text } : {}
    return new ApiError({ ...apiRefusalOf({ code: 'SERVICE_OFF', ...text }), isFinal: true })
  }
  switch (refusal.code) {
    case 'INSUFFICIENT_TOKENS':
    case 'BUDGET_EXCEEDED':
      return new ApiError({
        status: 402,
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: spentText(refusal, least, bound),
        isFinal: true
      })
    case 'MODEL_NOT_IN_PLAN':
      return notAllowed('model_not_allowed', 'Эта модель станет доступна после первой покупки токенов')
    case 'TOO_MANY_RUNNING':
      return new ApiError(
        apiRefusalOf({ code: 'TOO_MANY_RUNNING', text: 'Слишком много запросов одновременно', retryAfter: 2 })
      )
    case 'ACCOUNT_FROZEN':
    case 'INVALID_KEY':
    case 'MODEL':
    case 'NETWORK':
    case 'RATE_LIMITED':
    case 'SCOPE':
      return refusedKey({ ...refusal, code: refusal.code })
    default:
      return refusal.code satisfies never
  }
}
