// Asks a model for a few words that we need, at our cost.
import { priceOfRan, usdMicrosOf } from '#domain/models/usage-cost.ts'
import { report } from '#notices/report.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import type { Timeouts } from '#providers/http/deadline.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import type { Asked } from './calls.ts'

/** They take two seconds. */
const timeouts: Timeouts = { firstWordMs: 15_000, idleMs: 10_000, totalMs: 30_000 }

interface Wish {
  event: 'title-asked' | 'memory-asked'
  userId: string
  system: string
  text: string
}

/** @returns what the model has written; null when it did not write to its end. @throws ProviderFailure */
export async function askForWords(
  { supplier, listPrice, connection, ...model }: Asked,
  { event: asked, userId, system, text }: Wish
): Promise<string | null> {
  const request = { ...model, system, turns: [{ role: 'user' as const, text }], userTag: userTagOf(userId) }
  let written = ''
  const stream = chatProviderOf(connection, { timeouts }).stream(request, new AbortController().signal)
  for await (const event of stream) {
    if (event.type === 'text') written += event.text
    else if (event.type === 'end') {
      const { usage, upstreamModel, reason } = event
      const route = { supplier, model: model.model, listPrice }
      const cost = { listPrice: priceOfRan(route, upstreamModel), markupPercent: 0 }
      report(userId, { event: asked, reason, usdMicros: usage ? usdMicrosOf({ usage, ...cost }) : null })
      return reason === 'complete' ? written : null
    }
  }
  throw new Error('A provider stream ended without an end event')
}
