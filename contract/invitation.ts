import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const invitation = z.object({
  /** The code of the user's own link: the parameter `invite` of the registration page. */
  code: z.string(),
  invitedTokens: z.number().int(),
  inviterTokens: z.number().int(),
  /** The smallest purchase of an invited user that earns the reward. */
  purchaseMinRub: z.number(),
  /** The most invited users for whom the user gets a reward. */
  rewardsMax: z.number().int(),
  /** Null: until an operator ends it. */
  endsAt: z.number().nullable(),
  /** How many users came by the link, and how many rewards were credited and taken back. */
  came: z.number().int(),
  rewarded: z.number().int(),
  takenBack: z.number().int()
})
export type Invitation = z.infer<typeof invitation>

/** The caller's link and what it brings, made at the first call. Null while no campaign has room, and for operators. */
export const readInvitation = endpoint({
  call: 'GET /user/invitation',
  access: 'session',
  output: z.object({ invitation: invitation.nullable() })
})
