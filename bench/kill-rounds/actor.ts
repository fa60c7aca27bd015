// A user of one round, and all that they do in it. The ten free tokens pay for it exactly, so one charge too many is
// refused.
import { decodeJwt } from 'jose'
import { seedingPath } from '#tests/support/seeding/call.ts'
import type { AccessSettings } from '#worker/crypto/access-token.ts'
import { type AnswerKind, AnswerTask, type Question } from './answer-task.ts'
import { Caller } from './caller.ts'
import { PictureTask } from './picture-task.ts'
import { PurchaseTask, type Till } from './purchase-task.ts'

export interface Actor {
  caller: Caller
  conversations: number[]
  answers: AnswerTask[]
  pictures: PictureTask[]
  purchase: PurchaseTask
}

export const tasksOf = ({ answers, pictures, purchase }: Actor) => [...answers, ...pictures, purchase]

async function newCaller(settings: AccessSettings, name: string): Promise<Caller> {
  const body = JSON.stringify({ email: `${name}@example.com`, passwordHash: 'none' })
  const response = await fetch(settings.SITE_ORIGIN + seedingPath, { method: 'POST', body })
  if (!response.ok) throw new Error(`No account: ${response.status} ${await response.text()}`)
  const { userId, tokens } = (await response.json()) as { userId: string; tokens: { accessToken: string } }
  return new Caller(settings, { userId, sessionId: String(decodeJwt(tokens.accessToken)['sid']) })
}

const places = [
  { service: 'claude', model: 'claude-3-haiku' },
  { service: 'chatgpt', model: 'gpt-3.5-turbo' },
  { service: 'xai', model: 'grok-1' }
] as const

/**
 * A word of the prompt tells the upstream what to do with an answer, so such prompts have conversations of their own:
 * in a shared one they would also be the context of other questions.
 */
function questionsOf(name: string, [shared, slow, silent]: [number, number, number]): Question[] {
  const [claude, gpt, grok] = places
  const question = (kind: AnswerKind, text: string, more: Pick<Question, 'service' | 'model' | 'conversationId'>) => {
    const id = `${name}-${kind}-${more.model.slice(0, 3)}`
    return { kind, id, prompt: text.replace('*', id), ...more }
  }
  return [
    question('normal', 'Что такое радуга? *', { ...claude, conversationId: shared }),
    question('normal', 'Откуда берутся приливы? *', { ...gpt, conversationId: shared }),
    question('stopped', 'Подробно о лесе. *', { ...grok, conversationId: shared }),
    question('slow', 'Кратко: что такое роса? [сбой:медленный-поток] *', { ...grok, conversationId: slow }),
    question('silent', 'Почему гремит гром? [сбой:молчание] *', { ...claude, conversationId: silent }),
    question('whole', 'Что такое ветер? *', { ...claude, conversationId: null })
  ]
}

/** @param name unique, also in the beginnings of other names */
export async function newActor(settings: AccessSettings, name: string, till: Till): Promise<Actor> {
  const caller = await newCaller(settings, name)
  const open = async (body: object) =>
    (await caller.call<{ conversation: { id: number } }>('/chat/conversations', { method: 'POST', body })).conversation
      .id
  const conversations: [number, number, number] = [await open(places[0]), await open(places[2]), await open(places[0])]
  const [first, second] = [`${name}-picture-1`, `${name}-picture-2`]
  return {
    caller,
    conversations,
    answers: questionsOf(name, conversations).map((question) => new AnswerTask(caller, question)),
    pictures: [
      new PictureTask(caller, first, `A lighthouse, ${first}`),
      new PictureTask(caller, second, `Маяк, ${second}`)
    ],
    purchase: new PurchaseTask(caller, `${name}-tokens`, till)
  }
}
