// Campaigns in which users invite others, and who came by whom.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Their conditions never change: whoever came while one ran is promised what it said then. */
export const invitationCampaigns = sqliteTable(
  'invitation_campaigns',
  {
    /** From the key of the call, so that a repetition adds nothing. */
    id: text().primaryKey(),
    invitedTokens: integer('invited_tokens').notNull(),
    inviterTokens: integer('inviter_tokens').notNull(),
    /** For how many of those who came an inviter is rewarded. */
    rewardsMax: integer('rewards_max').notNull(),
    /** How many may come from one network within a day. */
    networkMax: integer('network_max').notNull(),
    /** Null: until an operator ends it. */
    endsAt: integer('ends_at'),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** When an operator ended it. */
    endedAt: integer('ended_at')
  },
  (table) => [index('invitation_campaigns_created').on(table.createdAt)]
)

export const invitations = sqliteTable(
  'invitations',
  {
    /** The reward is credited under it, so that the inviter's history does not name the other account. */
    id: text().primaryKey(),
    /** Who came. */
    userId: text('user_id').notNull(),
    inviterId: text('inviter_id').notNull(),
    campaignId: text('campaign_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The first purchase, which decides for ever whether the inviter is rewarded. */
    decidedAt: integer('decided_at'),
    isRewarded: integer('is_rewarded', { mode: 'boolean' }).notNull().default(false),
    /** When the reward was in the inviter's wallet. */
    creditedAt: integer('credited_at')
  },
  (table) => [
    uniqueIndex('invitations_user').on(table.userId),
    index('invitations_inviter').on(table.inviterId, table.campaignId, table.isRewarded),
    index('invitations_campaign').on(table.campaignId, table.isRewarded)
  ]
)
