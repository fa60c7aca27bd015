// All stored data of a user, for the archive. Read in pages, because many chats do not fit into memory at once.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { firstThatFit } from './message-pages.ts'
import { emailChanges } from './schema-email-changes.ts'
import { usage } from './schema-ledger.ts'
import { payments } from './schema-payments.ts'
import { outgoingMails } from './schema-outgoing-mails.ts'
import { subscriptionPeriods, subscriptions } from './schema-subscriptions.ts'
import { consents, conversations, jobs, messages, sessions, users } from './schema.ts'

const rowsPerPage = 200
/** Fewer, because each may hold a long text. */
const jobsPerPage = 50

/** The account without its secrets, with consents, sessions and changes of address. */
export async function accountData(database: Database, userId: string) {
  const [account, given, devices, changes] = await database.batch([
    database
      .select({
        email: users.email,
        displayName: users.displayName,
        verifiedAt: users.verifiedAt,
        firstPurchaseAt: users.firstPurchaseAt,
        createdAt: users.createdAt
      })
      .from(users)
      .where(eq(users.id, userId)),
    consentsOf(database, userId),
    database
      .select({
        userAgent: sessions.userAgent,
        ip: sessions.ip,
        place: sessions.place,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        endedAt: sessions.endedAt
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    database
      .select({
        newEmail: emailChanges.newEmail,
        oldAgreedAt: emailChanges.oldAgreedAt,
        newAgreedAt: emailChanges.newAgreedAt,
        createdAt: emailChanges.createdAt,
        closedAt: emailChanges.closedAt
      })
      .from(emailChanges)
      .where(eq(emailChanges.userId, userId))
  ])
  return { account: account[0] ?? null, consents: given, sessions: devices, emailChanges: changes }
}

export const consentsOf = (database: Database, userId: string) =>
  database
    .select({ document: consents.document, version: consents.version, ip: consents.ip, givenAt: consents.givenAt })
    .from(consents)
    .where(eq(consents.userId, userId))

/** One page of operations, in the order in which they ended, behind `after`. */
export const usageAfter = (database: Database, userId: string, after?: { finishedAt: number; seq: number }) =>
  database
    .select()
    .from(usage)
    .where(
      and(
        eq(usage.userId, userId),
        after && sql`(${usage.finishedAt}, ${usage.seq}) > (${after.finishedAt}, ${after.seq})`
      )
    )
    .orderBy(asc(usage.finishedAt), asc(usage.seq))
    .limit(rowsPerPage)

/** One page of payments, without internal ids of the provider and the platform, behind `after`. */
export const paymentsAfter = (database: Database, userId: string, after?: { createdAt: number; id: string }) =>
  database
    .select({
      id: payments.id,
      tokens: payments.totalTokens,
      amountKopecks: payments.amountKopecks,
      currency: payments.currency,
      status: payments.status,
      receiptEmail: payments.receiptEmail,
      refundedKopecks: payments.refundedKopecks,
      createdAt: payments.createdAt,
      completedAt: payments.completedAt
    })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        after && sql`(${payments.createdAt}, ${payments.id}) > (${after.createdAt}, ${after.id})`
      )
    )
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(rowsPerPage)

/** Premium with its paid periods and mails, without the id of the saved card. */
export async function subscriptionData(database: Database, userId: string) {
  const [subscription, periods, mails] = await database.batch([
    database
      .select({
        state: subscriptions.state,
        priceKopecks: subscriptions.priceKopecks,
        periodStart: subscriptions.periodStart,
        periodEnd: subscriptions.periodEnd,
        accessUntil: subscriptions.accessUntil,
        methodTitle: subscriptions.methodTitle,
        declineReason: subscriptions.declineReason
      })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId)),
    database
      .select({
        paymentId: subscriptionPeriods.paymentId,
        startsAt: subscriptionPeriods.startsAt,
        endsAt: subscriptionPeriods.endsAt,
        refundedAt: subscriptionPeriods.refundedAt
      })
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.userId, userId))
      .orderBy(asc(subscriptionPeriods.startsAt)),
    database
      .select({
        facts: outgoingMails.facts,
        createdAt: outgoingMails.createdAt,
        sentAt: outgoingMails.sentAt
      })
      .from(outgoingMails)
      .where(eq(outgoingMails.userId, userId))
      .orderBy(asc(outgoingMails.createdAt))
  ])
  return { subscription: subscription[0] ?? null, periods, mails }
}

/** One page of conversations with ids above `afterId`. */
export const conversationsAfter = (database: Database, userId: string, afterId: number) =>
  database
    .select()
    .from(conversations)
    .where(and(eq(conversations.userId, userId), gt(conversations.id, afterId)))
    .orderBy(asc(conversations.id))
    .limit(rowsPerPage)

/**
 * One page of a conversation's messages with ids above `afterId`: fewer when they are long, but at least one. The caller
 * has checked the owner.
 */
export const messagesAfter = (database: Database, conversationId: number, afterId: number) =>
  database
    .select({
      id: messages.id,
      role: messages.role,
      content: messages.content,
      model: messages.model,
      outcome: messages.outcome,
      chargedTokens: messages.chargedTokens,
      createdAt: messages.createdAt
    })
    .from(messages)
    .where(sql`${messages.id} in (${firstThatFit(sql`conversation_id = ${conversationId} and id > ${afterId}`)})`)
    .orderBy(asc(messages.id))

/** One page of jobs with row ids above `afterId`, without what only the queues need. */
export const jobsAfter = (database: Database, userId: string, afterId: string) =>
  database
    .select({
      id: jobs.id,
      operationId: jobs.operationId,
      service: jobs.service,
      model: jobs.model,
      parameters: jobs.parameters,
      step: jobs.step,
      priceTokens: jobs.priceTokens,
      chargedTokens: jobs.chargedTokens,
      files: jobs.files,
      createdAt: jobs.createdAt
    })
    .from(jobs)
    .where(and(eq(jobs.userId, userId), gt(jobs.id, afterId)))
    .orderBy(asc(jobs.id))
    .limit(jobsPerPage)
