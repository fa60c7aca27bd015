// After an answer: asks the cheapest model of the supplier that has answered for one line that the user may want to be remembered, at our
// cost. A model is asked once after an answer, and nothing is remembered here: the user decides. Must never log the user's text.
import { chatServiceId } from '#contract/catalogue/chat.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { readOutages } from '#data/directory/outages.ts'
import { claimOffer, findRememberable, keepOffer, knownLines, returnOfferClaim } from '#data/history/memory-offers.ts'
import type { TitleMessage } from '#domain/chat-title.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { memoryRequest, offersPerDay, readMemoryLine } from '#domain/memory-offer.ts'
import { saysAll } from '#domain/memory.ts'
import { chatSupplyOf } from '#domain/models/connected.ts'
import { titleTasksOf } from '#domain/models/own-tasks.ts'
import { tellsOfUser } from '#domain/tells-of-user.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { publish } from '#durable-objects/publish.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { askedFor, callNoted, waitForCallMs } from './base/calls.ts'
import { askForWords } from './base/own-words.ts'
import type { ReadSupplies } from './base/supplies.ts'

const dayMs = 24 * 60 * 60 * 1000
const dayRule = { key: 'memory-offers', limit: offersPerDay, windowMs: dayMs }

/** Offers what the memory does not hold and no other offer says. */
async function offer(env: Env, message: TitleMessage, written: string | null): Promise<void> {
  const line = written === null ? null : readMemoryLine(written)
  if (line === null) return
  const history = openHistory(env, message.userId)
  const known = await knownLines(history, message.userId)
  if (known === null || known.some((one) => saysAll(one, line))) return
  if (await keepOffer(history, message, line))
    await publish(env, message.userId, { type: 'memory-offer', conversationId: message.conversationId })
}

/** @returns whether the message must come again */
export async function offerMemory(env: Env, message: TitleMessage, read: ReadSupplies): Promise<boolean> {
  const { userId, operationId } = message
  const history = openHistory(env, userId)
  const found = await findRememberable(history, message)
  if (!found || !tellsOfUser(found.question)) return false
  const now = Date.now()
  const supplies = await read(env)
  const service = chatServiceId.parse(found.service)
  // No third company may receive the text, as for titles.
  const supply = chatSupplyOf(environmentOf(env))
  const tasks = titleTasksOf(service, found.supplier, supply, supplies.chatRoutes)
  const [task] = askedFor(env, supplies, tasks, await readOutages(openDirectory(env), now))
  if (!task) return false
  // A message that comes again takes from the day once.
  if (!(await userOf(env, userId).take([dayRule], operationId)).allowed) return false
  if (!(await claimOffer(history, message, now))) return false
  if ((await waitForCallMs(env, supplies.suppliers, task)) > 0) {
    await returnOfferClaim(history, message)
    return true
  }
  const wish = { event: 'memory-asked', userId, ...memoryRequest(found.question) } as const
  return callNoted(env, task, () => askForWords(task, wish), {
    keep: async (written) => {
      await offer(env, message, written)
      return false
    },
    failed: async (error) => {
      const failure = error instanceof ProviderFailure ? error : null
      report(userId, { event: 'memory-failed', error: failure?.kind ?? nameOf(error) })
      if (failure?.kind === 'unpaid') await noteUnpaid(env, failure)
      if (!failure?.retryable) return false
      await returnOfferClaim(history, message)
      return true
    }
  })
}
