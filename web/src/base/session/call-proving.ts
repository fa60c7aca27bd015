// Calls that the server may answer only after a proof of work. Apart from client.ts, because most pages make none.
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '../http/api-error.ts'
import { loaded } from '../http/late-parts.ts'
import { call } from './client.ts'

/** A second one when the proof came too late or the network changed; more mean that something is wrong. */
const proofsMax = 2

/** The challenge in a refusal that asks for a proof of work. */
function challengeIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED') return null
  const { data } = error
  const isDemand = typeof data === 'object' && data !== null && 'challenge' in data
  return isDemand && typeof data.challenge === 'string' ? data.challenge : null
}

async function proofFor(challenge: string): Promise<string | null> {
  const { solveChallenge } = await loaded(import('./solve-challenge.ts'))
  return solveChallenge(challenge)
}

/**
 * A call that hashes a password. When too many hash at once, the server asks for a proof of work: it is found, and the
 * call repeated.
 * @param onProof called when the work begins, so that the form can say why it takes longer
 */
export async function callProving<
  Input extends z.ZodType<object, { proof?: string | undefined }>,
  Output extends z.ZodType
>(endpoint: Endpoint<Input, Output>, input: z.input<Input>, onProof: () => void): Promise<z.output<Output>> {
  let proving = input
  for (let proofs = 0; ; proofs += 1) {
    try {
      return await call(endpoint, proving)
    } catch (error) {
      const challenge = challengeIn(error)
      if (challenge === null || proofs === proofsMax) throw error
      onProof()
      const proof = await proofFor(challenge)
      if (proof === null) throw error
      proving = { ...input, proof }
    }
  }
}
