// The link by which a user invites others.
import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { readInvitation } from '#contract/invitation.ts'
import { hasRoom, runningCampaign } from '#data/directory/invitation-campaigns.ts'
import { invitedBy, ownInviteCode } from '#data/directory/invitations.ts'
import { inviteCodeOf } from '#domain/invite-code.ts'
import { rubOf } from '#domain/money.ts'
import type { HonoEnv } from '../http/context.ts'
import { serve } from '../http/serve.ts'

export function mountInvitation(app: Hono<HonoEnv>) {
  serve(app, readInvitation, async (_, c) => {
    const { directory, caller } = c.var
    const campaign = await runningCampaign(directory, Date.now())
    if (!campaign || !hasRoom(campaign)) return { invitation: null }
    const [code, counts] = await Promise.all([
      ownInviteCode(directory, caller.userId, inviteCodeOf(randomBytes(32))),
      invitedBy(directory, caller.userId, campaign.id)
    ])
    if (code === undefined) return { invitation: null }
    const { invitedTokens, inviterTokens, rewardsMax, endsAt } = campaign
    const purchaseMinRub = rubOf(campaign.purchaseMinKopecks)
    return { invitation: { code, invitedTokens, inviterTokens, purchaseMinRub, rewardsMax, endsAt, ...counts } }
  })
}
