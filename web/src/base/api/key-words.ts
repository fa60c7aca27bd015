// What a key is and may do, in words.
import type { ApiKey } from '#contract/api-keys.ts'
import { type ApiScope, apiScopes } from '#contract/api-key-words.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { budgetPeriods } from '#contract/budget-words.ts'
import { counted, formatCount, type WordForms } from '#contract/counted.ts'
import { formatAgo, formatDate, formatDateTime } from '../format/dates.ts'
import { nameOfApiModel } from './model-names.ts'

export const keyForms: WordForms = ['ключ', 'ключа', 'ключей']
const modelForms: WordForms = ['модель', 'модели', 'моделей']
/** After «с». */
const addressForms: WordForms = ['адреса', 'адресов', 'адресов']

export const scopeWords: Readonly<Record<ApiScope, string>> = {
  chat: 'чат',
  images: 'картинки',
  audio: 'речь',
  models: 'список моделей',
  balance: 'баланс'
}

/** Operators see keys that have ended, too: they have no networks any more. */
type SeenKey = Omit<ApiKey, 'networks'> & { networks?: ApiKey['networks'] | undefined }

/** More than this are counted, not named. */
const namedMax = 2

function modelsInWords({ models }: Pick<ApiKey, 'models'>, known: readonly ShownModel[]): string {
  if (models === null) return 'все модели'
  return models.length > namedMax
    ? counted(models.length, modelForms)
    : models.map((id) => nameOfApiModel(known, id)).join(', ')
}

function networksInWords(networks: ApiKey['networks']): string {
  if (networks === null) return 'с\u00A0любых адресов'
  // Some operators see that there is such a limit, and not which.
  if (networks.length === 0) return 'только с\u00A0заданных адресов'
  const [first] = networks
  return `только с\u00A0${first !== undefined && networks.length === 1 ? first : counted(networks.length, addressForms)}`
}

/** `чат, баланс · все модели · с любых адресов` */
export function limitsInWords({ scopes, networks, ...apiKey }: SeenKey, models: readonly ShownModel[]): string {
  const isFull = apiScopes.every((scope) => scopes.includes(scope))
  const allowed = isFull ? 'все права' : scopes.map((scope) => scopeWords[scope]).join(', ')
  const from = networks === undefined ? [] : [networksInWords(networks)]
  return [allowed, modelsInWords(apiKey, models), ...from].join(' · ')
}

/** Site tokens, which calls use by parts: `12,35`. */
export const formatExact = (tokens: number): string =>
  tokens > 0 && tokens < 0.01 ? 'меньше 0,01' : tokens.toLocaleString('ru-RU', { maximumFractionDigits: 2 })

/** `Потрачено: сегодня 0,4 из 10 · в этом месяце 12 · всего 37`. Null: nothing yet, and no limit is set. */
export function spentInWords({ spent, budgets }: SeenKey): string | null {
  const limited = budgetPeriods.filter((period) => budgets[period] !== null)
  if (spent.total === 0 && limited.length === 0) return null
  const names = { day: 'сегодня', month: 'в этом месяце', total: 'всего' }
  const parts = budgetPeriods.map((period) => {
    const limit = budgets[period]
    return `${names[period]} ${formatExact(spent[period])}${limit === null ? '' : ` из ${formatCount(limit)}`}`
  })
  return `Потрачено токенов: ${parts.join(' · ')}`
}

export const hasExpired = ({ expires_at: expiresAt }: SeenKey, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

function endInWords(apiKey: SeenKey, now: number): string {
  const { expires_at: expiresAt } = apiKey
  if (expiresAt === null) return 'бессрочный'
  return `${hasExpired(apiKey, now) ? 'истёк' : 'истекает'} ${formatDate(expiresAt)}`
}

/** `создан 3 декабря 2026 г. · использован 5 мин назад · бессрочный` */
export function lifeInWords(apiKey: SeenKey, now: number): string {
  const { created_at: createdAt, last_used_at: usedAt } = apiKey
  const use = usedAt === null ? 'ещё не использовался' : `использован ${formatAgo(usedAt, now)}`
  return [`создан ${formatDate(createdAt)}`, use, endInWords(apiKey, now)].join(' · ')
}

/** Null: the key that was replaced works no more. */
export const overlapInWords = ({ overlaps_until: until }: SeenKey, now: number): string | null =>
  until !== null && until > now ? `Прежний ключ работает до ${formatDateTime(until)}` : null
