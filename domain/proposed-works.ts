// What a model of a chat is offered so that it can propose a work, what of its calls counts. Pure.
import { beginningOf } from '#contract/cut-text.ts'
import { proposalKinds, proposalLengthMax, workProposal, type WorkProposal } from '#contract/work-proposal.ts'

/** In English, which takes the fewest tokens: they are at our cost. */
export const proposalTool = {
  name: 'propose_work',
  description:
    'Proposes a work to the user as a card with its price. Nothing is made by this call: the user decides whether it is made. ' +
    'Call it only when the user asks for a picture, a change of a picture of this chat, a film (video) or a voice (text read aloud), ' +
    'once for each work. Never call it for questions, texts or code. You may also write text, but never claim that the work is made. ' +
    'Lines in square brackets about earlier proposals and works were added by the platform: never write them yourself, call this function.',
  parameters: {
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        enum: [...proposalKinds],
        description: 'change: of the newest picture of the chat, only if there is one'
      },
      prompt: {
        type: 'string',
        description:
          "A complete description for the generator, in the user's language, up to 1000 characters; for voice the very text to read; for change what to change"
      }
    },
    required: ['kind', 'prompt'],
    additionalProperties: false
  }
}

/** What an answer says that consists of proposals alone: without a text it would be no answer, no version and no part of the chat. */
export const proposalLead = 'Предлагаю сделать так:'

/** Longer arguments than these are no proposal. */
export const argumentsLengthMax = 20_000

/** @param written the arguments of a call, as the model wrote them @returns null for what is no proposal */
export function proposalIn(written: string): WorkProposal | null {
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { kind, prompt } = value as Record<string, unknown>
  const cut = typeof prompt === 'string' ? beginningOf(prompt.trim(), proposalLengthMax).trim() : prompt
  const parsed = workProposal.safeParse({ kind, prompt: cut })
  return parsed.success ? parsed.data : null
}
