// Calls that hash a password for strangers. While hashing queues, a stranger's browser has to prove some work first
// (decisions/0024-proof-of-work.md). No account is looked up, so neither the demand nor its timing reveals one.
import type { ProofDemand } from '#contract/proof-of-work.ts'
import { clientNetwork } from '#domain/client-network.ts'
import { bitsFor } from '#domain/proof-of-work.ts'
import { bookTurn, isCrowded, type Lane, type Turn, waitOf } from '../crypto/hashing-turns.ts'
import { newChallenge, proofLifetimeMs, readProof } from '../crypto/proof-challenge.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { clientAddress } from '../http/client-address.ts'
import { takeProof } from '../http/limit.ts'

export interface HashingCall {
  name: 'sign-in' | 'sign-up' | 'reset'
  /** Whom the call is about: the canonical address of a mailbox, or the link that was sent to it. */
  about: string
  /** What the client sent, if anything. */
  proof: string | undefined
  /** Default: the lane of strangers. A known device must prove work only when too many known devices wait. */
  lane?: Lane
  /** The holder of a sign-in pass never has to prove work. */
  hasPass?: boolean
}

/**
 * The first step of such a call, before its limits: a call that is refused here uses up no budget.
 * @returns the second step, after the limits: books the turn to hash, and uses up the proof
 * @throws AppError PROOF_REQUIRED with a challenge: now, or later when others came first meanwhile
 */
export function demandProof(c: AppContext, call: HashingCall): () => Promise<Turn> {
  const { name, about, proof, lane = 'other', hasPass = false } = call
  const { environment } = c.var
  const boundTo = `${name} ${clientNetwork(clientAddress(c))} ${about}`
  const proofId = proof === undefined ? null : readProof(environment, boundTo, proof, Date.now())
  const expectProof = (isProven: boolean) => {
    if (hasPass || isProven || !isCrowded(lane)) return
    const data = { challenge: newChallenge(environment, boundTo, bitsFor(waitOf(lane)), Date.now()) }
    throw new AppError('PROOF_REQUIRED', { data: data satisfies ProofDemand })
  }
  expectProof(proofId !== null)
  return async () => {
    expectProof(proofId !== null && (await takeProof(c, proofId, proofLifetimeMs)))
    return bookTurn(lane)
  }
}
