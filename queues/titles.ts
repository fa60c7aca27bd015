// Names chats: asks the cheapest model for a title, at our cost. A model is asked once for a chat, and a title that the user
// has given is never replaced. Its queue also has the messages of queues/memory-offers.ts. Must never log the user's text or charge the user.
import { chatServiceId } from '#contract/catalogue/chat.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { readOutages } from '#data/directory/outages.ts'
import { claimTitle, findUntitled, returnTitleClaim, type Untitled } from '#data/history/titles.ts'
import { isAutomaticTitle, readTitle, type TitleMessage, titleMessage, titleRequest } from '#domain/chat-title.ts'
import { chatSupplyOf } from '#domain/models/connected.ts'
import type { Environment } from '#domain/environment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { titleTasksOf } from '#domain/models/own-tasks.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { type Asked, askedFor, callNoted, waitForCallMs } from './base/calls.ts'
import { askForWords } from './base/own-words.ts'
import type { ReadSupplies } from './base/supplies.ts'
import { offerMemory } from './memory-offers.ts'

export const titlesQueue = 'titles'

const askedMax = 3
const pauseSeconds = 30

/** @throws ProviderFailure */
async function askForTitle(
  task: Asked,
  { userId }: TitleMessage,
  { question, answer }: Untitled
): Promise<string | null> {
  const written = await askForWords(task, { event: 'title-asked', userId, ...titleRequest(question, answer) })
  return written === null ? null : readTitle(written)
}

const dayMs = 24 * 60 * 60 * 1000

/** Taken only for a chat that needs a title, so that other answers do not use up the limit. */
async function isWithinDay(env: Env, message: TitleMessage, environment: Environment): Promise<boolean> {
  const rule = { key: 'titles', limit: environment.LIMIT_TITLES_PER_DAY, windowMs: dayMs }
  return (await userOf(env, message.userId).take([rule], message.operationId)).allowed
}

/** Later than this the user knows the chat by its first title. */
const waitMaxMs = 3 * 60 * 60_000
const pauseMaxMs = 10 * 60_000

/**
 * Sends the message once more, for when the account may have room: waiting is no try. Titles wait longer and longer, so that many of
 * them keep the queue free.
 * @returns that this message is done
 */
async function waitForRoom(
  env: Env,
  message: TitleMessage,
  { answeredAt }: Untitled,
  roomInMs: number
): Promise<false> {
  const waitedMs = Date.now() - answeredAt
  const pauseMs = Math.max(roomInMs, Math.min(waitedMs, pauseMaxMs))
  if (waitedMs + pauseMs < waitMaxMs) await env.TITLES.send(message, { delaySeconds: Math.ceil(pauseMs / 1000) })
  return false
}

/** @param isCounted in the user's titles of the day. @returns whether the message must come again */
async function nameChat(env: Env, message: TitleMessage, read: ReadSupplies, isCounted: boolean): Promise<boolean> {
  const environment = environmentOf(env)
  if (environment.CHAT_TITLES === 'off') return false
  const history = openHistory(env, message.userId)
  const untitled = await findUntitled(history, message)
  if (!untitled || !isAutomaticTitle(untitled)) return false
  const directory = openDirectory(env)
  const now = Date.now()
  const supplies = await read(env)
  const service = chatServiceId.parse(untitled.service)
  const tasks = titleTasksOf(service, untitled.supplier, chatSupplyOf(environment), supplies.chatRoutes)
  const [task] = askedFor(env, supplies, tasks, await readOutages(directory, now))
  if (!task) return false
  if (!isCounted && !(await isWithinDay(env, message, environment))) return false
  if (!(await claimTitle(history, message, { title: untitled.title, now }))) return false
  const roomInMs = await waitForCallMs(env, supplies.suppliers, task)
  if (roomInMs > 0) {
    await returnTitleClaim(history, message)
    return waitForRoom(env, message, untitled, roomInMs)
  }
  return callNoted(env, task, () => askForTitle(task, message, untitled), {
    keep: async (title) => {
      // Replaces only the title that it read: the user may have given another one meanwhile.
      if (title !== null)
        await userOf(env, message.userId).retitleConversation(message.conversationId, title, untitled.title)
      return false
    },
    failed: async (error) => {
      const failure = error instanceof ProviderFailure ? error : null
      report(message.userId, { event: 'title-failed', error: failure?.kind ?? nameOf(error) })
      if (failure?.kind === 'unpaid') await noteUnpaid(env, failure)
      if (!failure?.retryable) return false
      await returnTitleClaim(history, message)
      if (failure.kind !== 'busy') return true
      return waitForRoom(env, message, untitled, (failure.retryAfterSeconds ?? pauseSeconds) * 1000)
    }
  })
}

async function handle(message: Message, env: Env, read: ReadSupplies): Promise<void> {
  const parsed = titleMessage.safeParse(message.body)
  if (!parsed.success) {
    report('', { event: 'title-failed', error: 'unreadable' })
    return message.ack()
  }
  const isMemory = parsed.data.wants === 'memory'
  const asked = (parsed.data.asked ?? 0) + message.attempts
  let again = true
  try {
    if (isMemory) again = await offerMemory(env, parsed.data, read)
    // One that has waited for room was counted when it came first.
    else again = await nameChat(env, { ...parsed.data, asked: asked - 1 }, read, parsed.data.asked !== undefined)
  } catch (error) {
    report(parsed.data.userId, { event: isMemory ? 'memory-failed' : 'title-failed', error: nameOf(error) })
  }
  if (again && asked < askedMax) message.retry({ delaySeconds: pauseSeconds })
  else message.ack()
}

/** Never throws: a failed batch is delivered again as a whole. */
export async function consumeTitles({ messages }: MessageBatch, env: Env, read: ReadSupplies): Promise<void> {
  await Promise.all(messages.map((message) => handle(message, env, read)))
}
