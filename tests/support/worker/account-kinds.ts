// The kinds of account that a plan makes. What differs by plan is walked with each of them.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import type { AccountPlan } from '#contract/catalogue/plans.ts'
import { openDirectory } from '#data/base/database.ts'
import { subscriptions } from '#data/directory/schema-subscriptions.ts'
import { newPerson, type Person } from './person.ts'
import { givePremium } from './storing.ts'

export interface AccountKind {
  name: string
  plan: AccountPlan
  /** With 100 tokens. */
  make: () => Promise<Person>
}

const tokens = 100

async function withPremium(paid: boolean): Promise<Person> {
  const person = await newPerson({ tokens, paid })
  await givePremium(person)
  return person
}

async function afterPremium(paid: boolean): Promise<Person> {
  const person = await withPremium(paid)
  const ended = { state: 'ended', periodEnd: 2, accessUntil: 2 } as const
  await openDirectory(env).update(subscriptions).set(ended).where(eq(subscriptions.userId, person.userId))
  return person
}

/** A user who bought Premium has bought something; a user who got it as a gift has not. */
export const accountKinds: AccountKind[] = [
  { name: 'a free account', plan: 'free', make: () => newPerson({ tokens }) },
  { name: 'an account that bought tokens', plan: 'paid', make: () => newPerson({ tokens, paid: true }) },
  { name: 'an account with Premium', plan: 'premium', make: () => withPremium(true) },
  { name: 'an account with Premium as a gift', plan: 'premium', make: () => withPremium(false) },
  { name: 'an account whose Premium has ended', plan: 'paid', make: () => afterPremium(true) },
  { name: 'an account whose gift of Premium has ended', plan: 'free', make: () => afterPremium(false) }
]
