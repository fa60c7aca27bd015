// Campaigns of invitations as operators begin and end them.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/prices/invitations.ts'
import {
  countedCampaign,
  countedCampaigns,
  type CountedCampaign,
  endCampaign,
  runningCampaign
} from '#data/directory/invitation-campaigns.ts'
import { campaignValue } from '#domain/operator-value.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actionIdOf, recorded } from '../access/record.ts'
import { anotherRuns } from '../access/carry-out.ts'
import { isAsked, passGate } from '../access/gate.ts'
import { expectPeriod } from './period.ts'

const pageSize = 50

function campaignView({ campaign, rewarded, takenBack }: CountedCampaign): contract.Campaign {
  const endsAt = campaign.endedAt ?? campaign.endsAt
  return {
    id: campaign.id,
    invited_tokens: campaign.invitedTokens,
    inviter_tokens: campaign.inviterTokens,
    rewards_max: campaign.rewardsMax,
    network_max: campaign.networkMax,
    people_max: campaign.peopleMax,
    purchase_min_kopecks: campaign.purchaseMinKopecks,
    state: endsAt !== null && endsAt <= Date.now() ? 'over' : 'running',
    came: campaign.came,
    rewarded,
    taken_back: takenBack,
    begun_at: campaign.createdAt,
    ends_at: endsAt,
    begun_by: campaign.createdBy
  }
}

/** @throws AppError NOT_FOUND */
async function viewOf(c: AppContext, id: string) {
  const found = expectFound(await countedCampaign(c.var.directory, id))
  return { campaign: campaignView(found) }
}

async function factsOf(c: AppContext, id: string) {
  const found = await countedCampaign(c.var.directory, id)
  if (!found) return {}
  const { id: _id, createdAt: _at, createdBy: _by, endedAt, ...terms } = found.campaign
  return { ...terms, ended: endedAt !== null, rewarded: found.rewarded, takenBack: found.takenBack }
}

/** Before anything is recorded, because the same dialog may be sent again under its key when the other one has ended. @throws AppError CONFLICT */
async function expectNoneRuns(c: AppContext): Promise<void> {
  if (await runningCampaign(c.var.directory, Date.now())) throw conflict(anotherRuns)
}

export function mountCampaigns(app: Hono<HonoEnv>) {
  serve(app, contract.listCampaigns, async ({ before }, c) => {
    const rows = await countedCampaigns(c.var.directory, { before, limit: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    const next = rows.length > pageSize ? (shown.at(-1)?.campaign.createdAt ?? null) : null
    return { campaigns: shown.map(campaignView), next }
  })

  serve(app, contract.beginCampaign, async ({ idempotency_key: key, operator, reason, ...asked }, c) => {
    const { invited_tokens: invitedTokens, inviter_tokens: inviterTokens, ends_at: endsAt } = asked
    const { rewards_max: rewardsMax, network_max: networkMax, people_max: peopleMax } = asked
    const { purchase_min_kopecks: purchaseMinKopecks } = asked
    const terms = { invitedTokens, inviterTokens, rewardsMax, networkMax, peopleMax, purchaseMinKopecks, endsAt }
    const id = actionIdOf(key)
    if (!(await isAsked(c, key))) {
      if (endsAt !== null) expectPeriod(Date.now(), endsAt)
      await expectNoneRuns(c)
    }
    const wish = {
      kind: 'campaign',
      action: 'invitations-begin',
      subject: id,
      idempotency_key: key,
      operator,
      reason
    } as const
    const change = await passGate(c, { ...wish, tokens: campaignValue(terms), terms, facts: () => factsOf(c, id) })
    return { campaign: change.state === 'booked' ? (await viewOf(c, id)).campaign : null, change }
  })

  serve(app, contract.endCampaign, async ({ id, ...who }, c) => {
    await viewOf(c, id)
    const facts = () => factsOf(c, id)
    await recorded(c, { action: 'invitations-end', subject: id, ...who, facts }, async () => {
      await endCampaign(c.var.directory, id, Date.now())
    })
    return viewOf(c, id)
  })
}
