import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const invitation = z.object({
  /** Of the user's own link: the parameter `invite` of the page on which people register. */
  code: z.string(),
  invitedTokens: z.number().int(),
  inviterTokens: z.number().int(),
  /** The least purchase of the other that earns the reward. */
  purchaseMinRub: z.number(),
  /** For how many the user is rewarded. */
  rewardsMax: z.number().int(),
  /** Null: until it is ended. */
  endsAt: z.number().nullable(),
  /** How many came by the link, for how many of them the user was rewarded, and how many of the rewards were taken back. */
  came: z.number().int(),
  rewarded: z.number().int(),
  takenBack: z.number().int()
})
export type Invitation = z.infer<typeof invitation>

/** The caller's link and what it brings, made when it is first asked for. Null while no campaign has room, and for operators. */
export const readInvitation = endpoint({
  method: 'GET',
  path: '/user/invitation',
  access: 'session',
  input: z.object({}),
  output: z.object({ invitation: invitation.nullable() })
})
