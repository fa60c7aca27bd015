// The calls about metered calls of the API: what goes in, what comes out. µ are millionths of a site token. All but `admitCall` may be
// repeated at any time; a repeated `admitCall` finds the call of the first, while it runs.
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { AskedCall, KeyBudgets } from '#domain/metering/admission.ts'
import type { CallOutcome } from '#domain/metering/usage.ts'
import type { TokenUsage } from '#domain/models/usage-cost.ts'

/** Of a kept answer, in UTF-16 units; a row of the object may have two million bytes. */
export const keptLengthMax = 650_000

/** What a client repeats a call by. */
export interface RepeatKey {
  /** As the client names it. */
  name: string
  /** Of the request: another one with the same name is refused. */
  digest: string
}

export type FoundRepeat = { state: 'other-request' } | { state: 'made'; callId: string }

export interface KeptCall {
  /** Whether it has ended. */
  isKept: boolean
  /** As the call was ended with; null: it was too long to be kept. */
  answer: string | null
}

/** What is asked, and what it may cost. */
export type CallOrder = AskedCall & {
  /** Made by the server, never by a client: the id of the answer. */
  callId: string
  /** Of ours. */
  model: string
  /** Absent: the client does not repeat it. */
  repeat?: RepeatKey
  /** Its Worker looks every few seconds (`keyWorks`): when no look has come for a minute, the call is over. Absent: it may take twenty minutes. */
  isLookedAfter?: true
}

export type AdmitCallCommand = CallOrder & {
  keyId: string
  /** How many open calls the user may have, this one included. */
  openMax: number
  /** Of the key, in whole site tokens. Absent: none. */
  keyBudgets?: KeyBudgets
}

export type AdmitCallResult =
  /** `outputTokensMax`: to be passed to the supplier; 0 for a call of a fixed price. */
  | { state: 'admitted'; outputTokensMax: number }
  /** It was made before: nothing is held. */
  | { state: 'repeated'; of: FoundRepeat }
  | {
      state: 'refused'
      code: 'INSUFFICIENT_TOKENS' | 'BUDGET_EXCEEDED' | 'ACCOUNT_FROZEN' | 'TOO_MANY_RUNNING'
      /** What this call needs above what there is; with INSUFFICIENT_TOKENS and BUDGET_EXCEEDED. */
      missingMicros?: number
      /** With which bound of the output it would be admitted now; absent: with none. */
      fitsOutputTokens?: number
      /** With BUDGET_EXCEEDED. */
      budget?: { owner: 'key' | 'user'; period: BudgetPeriod }
    }

export interface EndCallCommand {
  callId: string
  /** As the supplier told it; null: it did not, and the cost is estimated, or the price of the call is fixed. */
  usage: TokenUsage | null
  /** Of text, thinking and arguments of tools that were sent to the client. 0: the call is free. */
  deliveredCharacters: number
  outcome: CallOutcome
  /** What the supplier says that ran. */
  upstreamModel?: string
  ms: number
  /** Of a call that may be repeated: what its repetitions get; null: it is too long. Absent: they begin anew. */
  kept?: string | null
}

/** What was counted, or what it is estimated to be. */
export interface EndedCall {
  costMicros: number
  /** Whether the supplier had told no usage. */
  estimated: boolean
  inputTokens: number
  cachedInputTokens: number
  cacheWriteTokens: number
  outputTokens: number
}

/** Kept for thirty days. Times in milliseconds since the epoch. */
export interface CallReceipt extends EndedCall {
  callId: string
  keyId: string
  model: string
  upstreamModel: string | null
  /** `running`: it has not ended, and costs nothing yet. `interrupted`: its Worker died; free of charge. */
  outcome: CallOutcome | 'running' | 'interrupted'
  /** Null while it runs. */
  ms: number | null
  createdAt: number
}

export interface RepeatedCall extends KeptCall {
  receipt: CallReceipt
}

/** In µ: today and this month as they are in Moscow, and ever. Without what is held for open calls. */
export interface SpentOfKey {
  day: number
  month: number
  total: number
}

/** What a key has cost with a model on one day in Moscow, of ended calls. Kept for ever. */
export interface KeyUsage {
  keyId: string
  model: string
  /** When the day began. */
  day: number
  calls: number
  inputTokens: number
  cachedInputTokens: number
  cacheWriteTokens: number
  outputTokens: number
  costMicros: number
}

/** The open tab, for the profile and the check. */
export interface MeteringView {
  /** Charged and not yet used, below one token. */
  remainderMicros: number
  /** Site tokens that are reserved for calls now. */
  reservedTokens: number
  /** Of the open tab: not charged yet. */
  spentMicros: number
  heldMicros: number
  openCalls: number
}

export interface MeteringCalls {
  /** Holds what the call may cost at most, in one commit with all limits. A refusal stores nothing. @throws RangeError on bad numbers */
  admitCall(command: AdmitCallCommand): Promise<AdmitCallResult>
  /** A call ends once; later ones get the first end. Null: there is no such call. @throws RangeError on bad numbers */
  endCall(command: EndCallCommand): Promise<EndedCall | null>
  readCall(callId: string): Promise<CallReceipt | null>
  /** What came of a call that is made again; null: it has failed. */
  readRepeat(callId: string): Promise<RepeatedCall | null>
  spentOf(keyId: string): Promise<SpentOfKey>
  /** From the day on that `since` is in, the oldest first. @param limit rows at most */
  usageOfKeys(since: number, limit: number): Promise<KeyUsage[]>
  viewMetering(): Promise<MeteringView>
}
