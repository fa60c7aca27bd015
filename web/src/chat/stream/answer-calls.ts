import type { z } from 'zod'
import { answerPrice } from '#contract/catalogue/answer-extras.ts'
import { defaultChatModel, findChatModel } from '#contract/catalogue/chat-models.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { pricedModel } from '#contract/catalogue/prices.ts'
import { generateText, readAnswer, stopAnswer as stopEndpoint } from '#contract/answers.ts'
import { authorizedFetch, call, failureOf } from '../../base/session/client.ts'
import { type ShownPrice, shownPrice, shownPrices } from '../../base/session/prices.ts'

export type Question = z.input<typeof generateText.input>

const streamed = { accept: 'text/event-stream' }

type Priced = Pick<Question, 'service' | 'model' | 'webSearch'>

/** What the page shows for the answer, its files aside; taken when it is asked for, and sent with each of its attempts. */
export function shownPriceOf({ service, model: id, webSearch = false }: Priced): ShownPrice {
  const named = id === undefined ? undefined : findChatModel(service as ChatService, id)
  const model = pricedModel(named ?? defaultChatModel(service as ChatService), shownPrices())
  return shownPrice(answerPrice(model, { webSearch, thinking: false }))
}

/** Asks for an answer; resolves to its stream of events. Throws `ApiError`, or the abort's reason when aborted. */
export async function askAnswer(
  { service, ...body }: Question,
  operationId: string,
  { shown, signal }: { shown: ShownPrice; signal: AbortSignal }
): Promise<Response> {
  return opened(
    await authorizedFetch(generateText.path.replace(':service', service as string), {
      method: generateText.method,
      headers: {
        ...streamed,
        'content-type': 'application/json',
        'idempotency-key': operationId,
        ...shown
      },
      body: JSON.stringify(body),
      signal
    })
  )
}

/** The same stream, from the event after `lastEventId` on; -1 for the whole stream. Throws like `askAnswer`. */
export async function joinAnswer(operationId: string, lastEventId: number, signal: AbortSignal): Promise<Response> {
  const headers = lastEventId < 0 ? streamed : { ...streamed, 'last-event-id': String(lastEventId) }
  return opened(await authorizedFetch(readAnswer.path.replace(':id', operationId), { headers, signal }))
}

/** Stops the answer; resolves to what it cost. */
export const stopAnswer = (operationId: string) => call(stopEndpoint, { id: operationId })

async function opened(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await failureOf(response)
}
