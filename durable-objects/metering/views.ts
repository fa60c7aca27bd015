// What metering tells of its tab and of calls that have ended.
import type { Meter } from '#domain/metering/tab.ts'
import type { AdmitCallResult, CallReceipt, EndedCall, MeteringView } from './calls.ts'
import type { MeterStore } from './store.ts'

export function viewOf({ remainderMicros, tab }: Meter): MeteringView {
  const { blockTokens = 0, spentMicros = 0, heldMicros = 0, openCalls = 0 } = tab ?? {}
  return { remainderMicros, reservedTokens: blockTokens, spentMicros, heldMicros, openCalls }
}

/** What a later end of the same call gets. */
export function endedOf(receipt: CallReceipt): EndedCall {
  const { costMicros, estimated, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = receipt
  return { costMicros, estimated, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens }
}

type Known = Pick<MeterStore, 'openCall' | 'receipt'>

/** What a call was told when it began; undefined: it did not. @throws RangeError: it has ended */
export function admittedBefore(store: Known, callId: string): AdmitCallResult | undefined {
  const open = store.openCall(callId)
  if (open) return { state: 'admitted', outputTokensMax: 'fixedMicros' in open ? 0 : open.outputTokensMax }
  if (store.receipt(callId)) throw new RangeError('A call has ended and cannot begin again')
  return undefined
}
