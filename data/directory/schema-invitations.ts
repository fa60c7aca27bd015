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
    /** How many may count as invited at all. */
    peopleMax: integer('people_max').notNull().default(0),
    /** How many do: counted by a trigger on `invitations`. */
    came: integer().notNull().default(0),
    /** The least purchase that earns the reward. */
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
    /** The reward is credited under it, so that the inviter's history does not name the other account. */
    id: text().primaryKey(),
    /** Who came. */
    userId: text('user_id').notNull(),
    inviterId: text('inviter_id').notNull(),
    campaignId: text('campaign_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the first purchase that is large enough has decided for ever whether the inviter is rewarded, and which it was. */
    decidedAt: integer('decided_at'),
    paymentId: text('payment_id'),
    isRewarded: integer('is_rewarded', { mode: 'boolean' }).notNull().default(false),
    /** When the reward was in the inviter's wallet. */
    creditedAt: integer('credited_at'),
    /** When that purchase was given back and the reward taken back, and how much of it was unspent. */
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
