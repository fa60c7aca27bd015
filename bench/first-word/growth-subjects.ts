// How fresh and grown users ask for answers and read.
import type { Grown, GrowthName } from './growing.ts'
import { accessTokenOf, addConversation } from './people.ts'
import type { Server, Workplace } from './servers.ts'
import { productTarget } from './targets.ts'

/** What is read, and where. The conversation is the one with the messages. */
export const reads: Record<string, (conversationId: number) => string> = {
  'balance reads': () => '/api/user/tokens',
  'history reads': () => '/api/ai/usage',
  'reads of the list of conversations': () => '/api/chat/conversations',
  'reads of a conversation': (conversationId) => `/api/chat/conversations/${conversationId}/messages`
}

export interface GrowthSubject {
  name: GrowthName
  server: Server
  people: readonly Grown[]
  signIn: (person: Grown['person']) => Promise<Record<string, string>>
}

export function growthSubjects(
  { settings }: Workplace,
  server: Server,
  people: Record<GrowthName, Grown[]>
): GrowthSubject[] {
  const signIn: GrowthSubject['signIn'] = async (person) => ({
    authorization: `Bearer ${await accessTokenOf(settings, person)}`
  })
  return (['fresh', 'grown'] as const).map((name) => ({ name, server, people: people[name], signIn }))
}

/** A fresh user's answers belong to a conversation that begins now, a grown one's to the long conversation. */
export const targetsOf = ({ name, server: { url }, people, signIn }: GrowthSubject) =>
  Promise.all(
    people.map(async ({ person, conversationId }) => {
      const headers = await signIn(person)
      return productTarget(url, headers, name === 'grown' ? conversationId : await addConversation(url, headers))
    })
  )

export const readsOf = (
  { server: { url }, people, signIn }: GrowthSubject,
  pathOf: (conversationId: number) => string
) =>
  Promise.all(
    people.map(async ({ person, conversationId }) => {
      const headers = await signIn(person)
      return { url: url + pathOf(conversationId), headers: () => headers }
    })
  )
