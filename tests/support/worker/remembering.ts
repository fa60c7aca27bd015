// A user's memory through the API, and what the models were told.
import { env } from 'cloudflare:workers'
import type { Memory } from '#contract/memory.ts'
import type { Message } from '#contract/chats.ts'
import { answered, dataOf, type Person } from './person.ts'
import { callsAbout } from './reading.ts'

export const memoryOf = async (person: Person) => dataOf<Memory>(await person.send('GET', '/memory'))

export const linesOf = async (person: Person) => (await memoryOf(person)).lines.map(({ text }) => text)

export const switchMemory = (person: Person, isOn: boolean) => person.send('PUT', '/memory', { isOn })

export const remember = async (person: Person, text: string, offer?: string) =>
  answered(await person.send('POST', '/memory', { text, ...(offer !== undefined && { offer }) }))

/** What the model was told beside the turns, in the last call that names this text. */
export async function toldAbout(text: string): Promise<string> {
  const [call] = (await callsAbout(text)).slice(-1) as unknown as { body: { instructions: string } }[]
  return call!.body.instructions
}

/** The questions that a model was asked to find a line to remember in, oldest first. */
export async function questionsRead(): Promise<string[]> {
  const seen = await fetch(`${new URL(env.OPENAI_BASE_URL).origin}/calls.json`)
  const calls = await seen.json<{ body: { instructions?: string; input?: unknown } }[]>()
  return calls
    .filter(({ body }) => String(body.instructions).includes('may remember of its user'))
    .map(({ body }) => JSON.stringify(body.input))
    .toReversed()
}

/** What is offered under the answers of a chat. */
export async function offersIn(person: Person, id: number): Promise<string[]> {
  const path = `/chat/conversations/${id}/messages`
  const { messages } = await dataOf<{ messages: Message[] }>(await person.send('GET', path))
  return messages.flatMap(({ memory_offer: offer }) => offer ?? [])
}
