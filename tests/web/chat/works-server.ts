// A chat in which works are ordered: its server, and what a test does with the panel and the cards.
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Conversation, Message } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import type { Asked } from '../fake-api.ts'
import { jobOf } from '../jobs-sample.ts'
import { accepted } from '../studio/studio-server.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'

export const createButton = () => screen.getByRole('button', { name: 'Создать', expanded: false })
export const panel = () => screen.findByRole('region', { name: 'Создать' })
export const submitIn = async () => within(await panel()).getByRole('button', { name: 'Создать' })
export const cards = () => screen.findAllByRole('article', { name: 'Работа в чате' })

export async function openCreate(user: UserEvent) {
  await user.click(createButton())
  return panel()
}

/** From a list of the panel. */
export async function choose(user: UserEvent, label: string, option: RegExp) {
  await user.click(within(await panel()).getByRole('button', { name: new RegExp(`^${label}`) }))
  await user.click(await screen.findByRole('menuitemradio', { name: option }))
}

function fluxOf({ headers, body }: Asked, part: Partial<Job> = {}): Job {
  const { unasked: _, ...parameters } = body as Job['parameters'] & { unasked?: true }
  return jobOf('flux', { id: headers.get('idempotency-key') ?? '', parameters, priceTokens: 1, ...part })
}

interface OrderBody {
  conversationId: number
  answersMessageId?: number
  prompt: string
}

/** Takes orders as the server does: the request and the card are in the conversation afterwards. */
export function orderServer(
  saved: Message[] = [],
  answer?: (asked: Asked) => Response | null | Promise<Response | null>,
  others: Conversation[] = [],
  more: Parameters<typeof chatServer>[0] = {}
) {
  const messages: Record<number, Message[]> = { 1: saved }
  const take = async (asked: Asked) => {
    const refused = await answer?.(asked)
    if (refused) return refused
    const { conversationId, answersMessageId, prompt } = asked.body as OrderBody
    const job = fluxOf(asked)
    const list = (messages[conversationId] ??= [])
    if (list.some(({ operation_id: known }) => known === job.id)) return accepted(job)
    const id = 100 + list.length
    if (answersMessageId === undefined) list.push(messageOf(id, 'user', { content: prompt, operation_id: job.id }))
    else list.splice(-1)
    list.push(
      messageOf(id + 1, 'assistant', {
        content: 'Картинка',
        operation_id: job.id,
        parent_id: answersMessageId ?? id,
        works: [job],
        versions: answersMessageId === undefined ? [id + 1] : [id - 1, id + 1]
      })
    )
    return accepted(job)
  }
  const server = chatServer({
    ...more,
    plan: 'paid',
    messages,
    conversations: saved.length > 0 ? [conversationOf(1), ...others] : others,
    answers: {
      ...more.answers,
      'POST /ai/image/flux': take,
      'POST /ai/image/dalle': take,
      'POST /ai/image/edit': take
    }
  })
  return {
    ...server,
    messages,
    orders: () => server.asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/ai/image'))
  }
}

export const question = messageOf(1, 'user', { content: 'Привет', operation_id: 'first' })
export const answer = messageOf(2, 'assistant', { content: 'Здравствуйте', operation_id: 'first', parent_id: 1 })
export const workOf = (job: Job, part: Partial<Message> = {}) => [
  messageOf(11, 'user', { content: 'Кот на крыше', operation_id: job.id }),
  messageOf(12, 'assistant', { content: 'Картинка', operation_id: job.id, parent_id: 11, works: [job], ...part })
]

/** What is proposed after the only answer that proposes something. */
export const proposed = () => screen.findByRole('list', { name: 'Предложения модели' })
export const one = async (index = 0) => within(within(await proposed()).getAllByRole('listitem')[index]!)
export const create = async (index = 0) => (await one(index)).findByRole('button', { name: /^Создать/ })
