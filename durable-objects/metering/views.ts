// What metering tells of its tab and of calls that have ended.
import type { Meter } from '#domain/metering/tab.ts'
import type { CallReceipt, EndedCall, MeteringView } from './calls.ts'

export function viewOf({ remainderMicros, tab }: Meter): MeteringView {
  const { blockTokens = 0, spentMicros = 0, heldMicros = 0, openCalls = 0 } = tab ?? {}
  return { remainderMicros, reservedTokens: blockTokens, spentMicros, heldMicros, openCalls }
}

/** What a later end of the same call gets. */
export function endedOf(receipt: CallReceipt): EndedCall {
  const { costMicros, estimated, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = receipt
  return { costMicros, estimated, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens }
}
