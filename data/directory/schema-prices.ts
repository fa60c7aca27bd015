// What operators have set: prices and upstream models in place of the catalogue's, promo codes, announcements.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { plannedColumns, plannedId } from './schema-planned.ts'

/** The history of the prices. */
export const priceOverrides = sqliteTable(
  'price_overrides',
  {
    id: plannedId(),
    /** `price`: what a request costs. `upstream`: the upstream model of a model of the catalogue. */
    kind: text({ enum: ['price', 'upstream'] }).notNull(),
    service: text().notNull(),
    item: text().notNull(),
    /** Null with `price`: the price of the catalogue again. */
    tokens: integer(),
    /** Null with `upstream`: the upstream of the setting or the catalogue again. */
    upstreamModel: text('upstream_model'),
    ...plannedColumns()
  },
  (table) => [
    uniqueIndex('price_overrides_in_force')
      .on(table.kind, table.service, table.item, table.startsAt)
      .where(sql`${table.cancelledAt} is null`),
    index('price_overrides_created').on(table.createdAt)
  ]
)

export const promoCodes = sqliteTable(
  'promo_codes',
  {
    /** As `promoCodeIn` writes it. */
    code: text().primaryKey(),
    tokens: integer().notNull(),
    /** How many accounts may use it. */
    usesMax: integer('uses_max').notNull(),
    /** How many accounts of one network may use it within a day. */
    networkMax: integer('network_max').notNull(),
    /** Counted by a trigger on `promo_redemptions`. */
    uses: integer().notNull().default(0),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** When an operator ended it. */
    endedAt: integer('ended_at')
  },
  (table) => [index('promo_codes_created').on(table.createdAt)]
)

export const promoRedemptions = sqliteTable(
  'promo_redemptions',
  {
    code: text().notNull(),
    userId: text('user_id').notNull(),
    /** Of the confirmed address, as for the registration bonus: a second account of the same person gets nothing. */
    addressHash: text('address_hash').notNull(),
    at: integer().notNull()
  },
  (table) => [
    primaryKey({ columns: [table.code, table.userId] }),
    uniqueIndex('promo_redemptions_address').on(table.code, table.addressHash),
    index('promo_redemptions_user').on(table.userId)
  ]
)

export const announcements = sqliteTable(
  'announcements',
  {
    /** From the key of the call, so that a repetition adds nothing. */
    id: text().primaryKey(),
    text: text().notNull(),
    severity: text({ enum: ['news', 'warning'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull()
  },
  (table) => [index('announcements_ends').on(table.endsAt), index('announcements_created').on(table.createdAt)]
)
