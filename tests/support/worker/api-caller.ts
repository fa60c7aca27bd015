// Who calls the API in tests, and what calls have cost them.
import { env } from 'cloudflare:workers'
import { userOf } from '#durable-objects/stubs.ts'
import { anthropicWith, newKey, openaiWith } from './api-clients.ts'
import { newPerson, type Person } from './person.ts'

/** A person who has paid, with a key, and the clients that use it. */
export async function newCaller(tokens = 1000, choice: Parameters<typeof newKey>[1] = {}) {
  const person = await newPerson({ tokens, paid: true })
  const key = await newKey(person.userId, choice)
  return { person, key, client: openaiWith(key), anthropic: anthropicWith(key) }
}

/** What the person's calls hold and have cost. */
export const meteringOf = ({ userId }: Person) => userOf(env, userId).viewMetering()

/** Of one answer, in site tokens. */
export const costOf = (usage: unknown) => (usage as { cost: number }).cost
