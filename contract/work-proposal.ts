// What a model of a chat may propose to make. It never begins by itself: the user orders it, or has allowed tokens for it.
import { z } from 'zod'

/** `change` is of the newest picture of the chat. */
export const proposalKinds = ['picture', 'change', 'film', 'voice'] as const

/** Of one answer. */
export const proposalsMax = 4

/** Of a proposed prompt, in characters: a longer one is cut. */
export const proposalLengthMax = 2000

export const workProposal = z.object({ kind: z.enum(proposalKinds), prompt: z.string().min(1).max(proposalLengthMax) })
export type WorkProposal = z.infer<typeof workProposal>

/** The operation of the work that a proposal becomes: the same on every device, so that it is ordered once. @param index from 0 */
export const proposedOperationId = (answerId: string, index: number): string => `${answerId}-p${index}`
