// What the form of a key holds, and what is sent of it.
import { type ApiKey, changeApiKey, makeApiKey } from '#contract/api-keys.ts'
import { type ApiScope, apiScopes } from '#contract/api-key-words.ts'
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { Problems } from '../../base/form/problems.tsx'
import { dayOf, startOfDay } from '../../base/format/days.ts'
import { tokensOf, typedOf } from '../../base/format/typed-tokens.ts'
import { ApiError } from '../../base/session/client.ts'

export type KeyEnd = 'never' | '30' | '90' | '365' | 'date'

export interface KeyDraft {
  name: string
  scopes: readonly ApiScope[]
  /** Null: all. */
  models: readonly string[] | null
  /** One a line; empty: from everywhere. */
  networks: string
  end: KeyEnd
  /** As typed; empty: no limit. */
  budgets: Record<BudgetPeriod, string>
  /** The last day of the key, `2026-12-03`, where `end` is a date. */
  day: string
}

const keyFields = [
  'name',
  'scopes',
  'models',
  'networks',
  'expires_at',
  'budgets.day',
  'budgets.month',
  'budgets.total'
] as const
export type KeyField = (typeof keyFields)[number]
type KeyProblems = Problems<KeyField>

const dayMs = 24 * 60 * 60_000

/** The last moment of a day; NaN: it is no day. */
const endOfDay = (day: string): number => startOfDay(day, 1) - 1

export const draftOf = (apiKey: ApiKey | null): KeyDraft => ({
  name: apiKey?.name ?? '',
  scopes: apiKey?.scopes ?? apiScopes,
  models: apiKey?.models ?? null,
  networks: apiKey?.networks?.join('\n') ?? '',
  budgets: {
    day: typedOf(apiKey?.budgets.day ?? null),
    month: typedOf(apiKey?.budgets.month ?? null),
    total: typedOf(apiKey?.budgets.total ?? null)
  },
  end: apiKey && apiKey.expires_at !== null ? 'date' : 'never',
  day: apiKey && apiKey.expires_at !== null ? dayOf(apiKey.expires_at) : ''
})

function endOf({ end, day }: KeyDraft, before: ApiKey | null, now: number): number | null {
  if (end === 'never') return null
  if (end !== 'date') return now + Number(end) * dayMs
  if (day === '') return NaN
  const known = before?.expires_at ?? null
  // The very moment stays where the day does.
  return known !== null && dayOf(known) === day ? known : endOfDay(day)
}

function endProblem(draft: KeyDraft, before: ApiKey | null, now: number): string | undefined {
  if (draft.end !== 'date') return undefined
  const end = endOf(draft, before, now)
  if (end === null || Number.isNaN(end)) return 'Выберите день'
  // An ended key may get another name and stay ended.
  return end <= now && end !== before?.expires_at ? 'Этот день уже прошёл' : undefined
}

const networksOf = (typed: string): string[] | null => {
  const lines = typed
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length > 0 ? [...new Set(lines)] : null
}

interface Refused {
  path: string
  msg: string
}

/** Messages about a field or about one of its items. */
function problemsOf(refused: readonly Refused[]): KeyProblems {
  const found: KeyProblems = {}
  for (const { path, msg } of refused) {
    const field = keyFields.find((one) => path === one || path.startsWith(`${one}.`))
    if (field && found[field] === undefined) found[field] = msg
  }
  return found
}

/** What the server refused, by the fields of the form; empty: the refusal is about none of them. */
export const refusedKeyFields = (error: unknown): KeyProblems =>
  problemsOf(error instanceof ApiError ? (error.details ?? []) : [])

/** The body of the call, and what the contract would refuse of it. @param before the key that is changed; null: a new one */
export function readDraft(draft: KeyDraft, before: ApiKey | null, now: number) {
  const isDated = endProblem(draft, before, now) === undefined
  const body = {
    name: draft.name,
    scopes: [...draft.scopes],
    models: draft.models && [...draft.models],
    networks: networksOf(draft.networks),
    budgets: {
      day: tokensOf(draft.budgets.day),
      month: tokensOf(draft.budgets.month),
      total: tokensOf(draft.budgets.total)
    },
    expires_at: isDated ? endOf(draft, before, now) : null
  }
  const parsed = before ? changeApiKey.input.safeParse({ id: before.id, ...body }) : makeApiKey.input.safeParse(body)
  const issues = parsed.error?.issues ?? []
  const problems = problemsOf(issues.map(({ path, message: msg }) => ({ path: path.join('.'), msg })))
  const end = endProblem(draft, before, now)
  return { body, problems: end === undefined ? problems : { ...problems, expires_at: end } }
}
