// Seeds users with a past: a page of everything, or years of it.
import { growPath } from './paths.ts'
import type { Past } from './past.ts'
import { migrate, type Person, seedPeople } from './people.ts'
import { productBindings, startProductWorker, type Workplace } from './servers.ts'

/**
 * Fresh users have one page of everything: otherwise the pages that are read would differ in length, and not only what
 * lies behind them.
 */
const pasts = {
  fresh: { operations: 60, conversations: 20, messages: 200 },
  grown: { operations: 50_000, conversations: 10_000, messages: 2000 }
} satisfies Record<string, Omit<Past, 'userId'>>

const peopleOfEach = 2

/** Whose requests are compared. */
export type GrowthName = keyof typeof pasts

export interface Grown {
  person: Person
  /** The conversation with the messages. */
  conversationId: number
}

async function grow(url: string, past: Past): Promise<number> {
  const response = await fetch(`${url}${growPath}`, { method: 'POST', body: JSON.stringify(past) })
  if (!response.ok) throw new Error(`Growing: ${response.status} ${await response.text()}`)
  const grown = (await response.json()) as { lines: number; audit: string; conversationId: number }
  if (grown.lines < past.operations * 2 || grown.audit !== 'agrees') throw new Error(`Grown: ${JSON.stringify(grown)}`)
  return grown.conversationId
}

/** Seeds both kinds of people. What is stored stays for the runs. */
export async function growPeople(place: Workplace): Promise<Record<GrowthName, Grown[]>> {
  const { miniflare, server } = await startProductWorker(place, 'grown', 'bench/first-word/workers/grown.ts')
  for (const binding of productBindings().databases) await migrate(miniflare, binding)
  const people = await seedPeople(server.url, peopleOfEach * 2)
  const grown: Record<GrowthName, Grown[]> = { fresh: [], grown: [] }
  for (const [index, person] of people.entries()) {
    const name = index % 2 === 0 ? 'fresh' : 'grown'
    const conversationId = await grow(server.url, { ...pasts[name], userId: person.userId })
    grown[name].push({ person, conversationId })
  }
  await server.stop()
  return grown
}
