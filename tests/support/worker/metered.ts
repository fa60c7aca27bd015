// Calls of the API as tests make them.
import type { AdmitCallCommand, EndCallCommand } from '#durable-objects/metering/calls.ts'
import type { UserCalls } from '#durable-objects/user/calls.ts'
import { passMs, ringUntilQuiet, walletWith } from './wallet-rows.ts'

export const minuteMs = 60_000
const terra = { input: 150, cachedInput: 15, cacheWrite: 188, output: 750 }

/** Holds 1.65 tokens, and costs 0.825 when it ends as `ended` says. */
export const asked = (callId: string, more: Partial<AdmitCallCommand> = {}): AdmitCallCommand => ({
  callId,
  keyId: 'key-1',
  model: 'gpt-6.1-terra',
  perMillion: terra,
  inputTokensBound: 5000,
  outputTokensAsked: 1200 - 94,
  outputTokensCap: 32_000,
  openMax: 1000,
  ...more
})

export const ended = (callId: string, more: Partial<EndCallCommand> = {}): EndCallCommand => ({
  callId,
  usage: { inputTokens: 1500, outputTokens: 800 },
  deliveredCharacters: 2400,
  outcome: 'complete',
  upstreamModel: 'gpt-6.1-terra-2026-10-01',
  ms: 2500,
  ...more
})

/** A wallet that has paid for one ended call. @param callId of that call */
export async function walletAfterCall(tokens: number, callId = 'one') {
  const { userId, wallet } = await walletWith(tokens)
  await makeCall(wallet, callId)
  return { userId, wallet }
}

/** A call from its beginning to its end. */
export async function makeCall(wallet: UserCalls, callId: string, call: Partial<AdmitCallCommand> = {}) {
  const admitted = await wallet.admitCall(asked(callId, call))
  if (admitted.state !== 'admitted') throw new Error(`A call was not admitted: ${JSON.stringify(admitted)}`)
  await wallet.endCall(ended(callId))
}

export const costMicros = 1500 * 150 + 800 * 750

export const tabCloses = async (userId: string) => {
  passMs(10 * minuteMs)
  await ringUntilQuiet(userId)
}
