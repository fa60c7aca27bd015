// Campaigns in which users invite others, and which user came by whose link.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Their conditions never change: a user who came during a campaign gets what it promised then. */
export const invitationCampaigns = sqliteTable(
  'invitation_campaigns',
  {
    /** From the key of the call, so that a repetition adds nothing. */
    id: text().primaryKey(),
    invitedTokens: integer('invited_tokens').notNull(),
    inviterTokens: integer('inviter_tokens').notNull(),
    /** The most rewards of one inviter. */
    rewardsMax: integer('rewards_max').notNull(),
    /** The most invited users of one network within a day. */
    networkMax: integer('network_max').notNull(),
    /** The most invited users of the campaign. */
    peopleMax: integer('people_max').notNull().default(0),
    /** The invited users so far: counted by a trigger on `invitations`. */
    came: integer().notNull().default(0),
    /** The smallest purchase that earns the reward. */
    purchaseMinKopecks: integer('purchase_min_kopecks').notNull().default(0),
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
    /** The id of the reward's credit, so that the inviter's history does not name the other account. */
    id: text().primaryKey(),
    /** The invited user. */
    userId: text('user_id').notNull(),
    inviterId: text('inviter_id').notNull(),
    campaignId: text('campaign_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the first purchase that is large enough has decided for ever whether the inviter is rewarded, and the id of that purchase. */
    decidedAt: integer('decided_at'),
    paymentId: text('payment_id'),
    isRewarded: integer('is_rewarded', { mode: 'boolean' }).notNull().default(false),
    /** When the reward was in the inviter's wallet. */
    creditedAt: integer('credited_at'),
    /** When the reward was taken back because of a refund, and how much of it was unspent. */
    takenBackAt: integer('taken_back_at'),
    takenBackTokens: integer('taken_back_tokens')
  },
  (table) => [
    uniqueIndex('invitations_user').on(table.userId),
    uniqueIndex('invitations_payment').on(table.paymentId),
    index('invitations_inviter').on(table.inviterId, table.campaignId, table.isRewarded),
    index('invitations_campaign').on(table.campaignId, table.isRewarded, table.takenBackAt)
  ]
)
