// Orders works in a chat, as its panel does.
import type { SubmittedJobs } from '#contract/job-orders.ts'
import { keyed, later, sendWith, standingQueues, submitted } from './generating.ts'
import type { Person } from './person.ts'
import { shownIn } from './versions.ts'

interface Order {
  key?: string
  path?: string
  bindings?: object
}

/** Asks for a picture that stays in the queue. */
export const order = (
  person: Person,
  body: object,
  { key = crypto.randomUUID(), path = '/ai/image/dalle', bindings = standingQueues().bindings }: Order = {}
): Promise<Response> =>
  sendWith(person, bindings, path, { body: { prompt: 'Кот', ...body }, headers: { ...later, ...keyed(key) } })

export const ordered = async (person: Person, body: object, more: Order = {}): Promise<SubmittedJobs> =>
  submitted(await order(person, body, more))

/** The shown messages of a chat: who wrote what, and the works of cards. */
export const listed = async (person: Person, id: number) =>
  (await shownIn(person, id)).map(({ role, content, works }) => ({
    role,
    content,
    ...(works && { works: works.map((work) => work.id) })
  }))

export const cardOf = (...works: string[]) => ({
  role: 'assistant',
  content: works.length === 1 ? 'Картинка' : 'Картинки',
  works
})
