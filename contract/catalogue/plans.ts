// The two plans. On the free one, a first purchase of tokens opens all models.

/** Credited once, when the address is confirmed. */
export const freeTokens = 10

/**
 * Fair use of the unlimited plan: the sum of request prices, in tokens, from midnight to midnight in Moscow. Further
 * requests are refused until midnight and never charged in tokens instead.
 */
export const fairUseTokensPerDay = 1000

/** The package id of a payment for Premium. */
export const premiumPackageId = 'premium'

export const planIds = ['free', 'premium'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  id: PlanId
  title: string
  priceRub: number
  /** Null for a free plan. */
  period: 'month' | null
  features: readonly string[]
  /** True when requests under this plan cost no tokens. */
  unlimited: boolean
}

export const plans: readonly Plan[] = [
  {
    id: 'free',
    title: 'Бесплатный',
    priceRub: 0,
    period: null,
    features: [`${freeTokens} бесплатных токенов`, 'Только базовые модели'],
    unlimited: false
  },
  {
    id: 'premium',
    title: 'Premium',
    priceRub: 990,
    period: 'month',
    features: ['Безлимитные токены', 'Все модели', 'Приоритетная поддержка'],
    unlimited: true
  }
]

export const planOf = (id: PlanId): Plan => {
  const plan = plans.find((candidate) => candidate.id === id)
  if (!plan) throw new Error(`There is no plan ${id}`)
  return plan
}

/** What an account can be on: `free` until the first purchase, `paid` with tokens that were bought. */
export const accountPlans = ['free', 'paid', 'premium'] as const
export type AccountPlan = (typeof accountPlans)[number]

/** Whether a model or a setting is open: before the first purchase the basic ones are. */
export const mayUse = (plan: AccountPlan, isBasic: boolean): boolean => isBasic || plan !== 'free'

/** Whether a plan pays in tokens: Premium does not, within fair use. */
export const paysInTokens = (plan: AccountPlan): boolean => plan !== 'premium'

/** What a request of this price costs a user of this plan, in tokens; of a visitor (undefined), who has no plan yet, the price. */
export const costUnder = (plan: AccountPlan | undefined, priceTokens: number): number =>
  plan && !paysInTokens(plan) ? 0 : priceTokens

/** The message to a user who was shown that a request is free, and has to pay for it. */
export const premiumEndedText =
  'Premium закончился, запросы снова платные. Ничего не списано: посмотрите цену и отправьте ещё раз'

export const canPay = ({ plan, tokens }: { plan: AccountPlan; tokens: number }, priceTokens: number): boolean =>
  !paysInTokens(plan) || tokens >= priceTokens

const megabyte = 1_000_000

/**
 * What a user may store in the shared database, in bytes: texts in UTF-8 and an allowance for each row. In all, and in
 * any day of 24 hours, except that a day after a pause may begin with the whole of it. One database has 10 GB:
 * https://developers.cloudflare.com/d1/platform/limits/
 */
export const storageLimits: Readonly<Record<AccountPlan, { bytesMax: number; bytesPerDay: number }>> = {
  free: { bytesMax: 10 * megabyte, bytesPerDay: 2 * megabyte },
  paid: { bytesMax: 200 * megabyte, bytesPerDay: 20 * megabyte },
  premium: { bytesMax: 500 * megabyte, bytesPerDay: 50 * megabyte }
}

/** The same for the bytes of files that are attached in chats. They are not in the database, but cost their room as well. */
export const fileLimits: Readonly<Record<AccountPlan, { bytesMax: number; bytesPerDay: number }>> = {
  free: { bytesMax: 100 * megabyte, bytesPerDay: 50 * megabyte },
  paid: { bytesMax: 2000 * megabyte, bytesPerDay: 300 * megabyte },
  premium: { bytesMax: 5000 * megabyte, bytesPerDay: 600 * megabyte }
}

/**
 * Seconds of speech that are transcribed free of charge in any day of 24 hours, except that a day after a pause may begin with the
 * whole of it. Each second costs us. The limits allow twenty of the longest recordings to a user who only tries the site, and two
 * hours without a pause to a user who dictates all day.
 */
export const dictationLimits: Readonly<Record<AccountPlan, { secondsPerDay: number }>> = {
  free: { secondsPerDay: 600 },
  paid: { secondsPerDay: 3600 },
  premium: { secondsPerDay: 7200 }
}
