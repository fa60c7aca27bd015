// What the directory holds of a user, for the archive.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { emailChanges } from './schema-email-changes.ts'
import { payments } from './schema-payments.ts'
import { invitations } from './schema-invitations.ts'
import { outgoingMails } from './schema-outgoing-mails.ts'
import { pushDevices } from './schema-ready.ts'
import { authenticators, identities, passkeys, recoveryCodes } from './schema-ways-in.ts'
import { subscriptionPeriods, subscriptions } from './schema-subscriptions.ts'
import { consents, sessions, users } from './schema.ts'

const rowsPerPage = 200

/**
 * The account without its secrets, with consents, sessions, changes of address, browsers that get messages, and the times at which
 * invited users came by the user's link.
 */
export async function accountData(directory: Directory, userId: string) {
  const [account, given, devices, changes, messaged, invited] = await directory.batch([
    directory
      .select({
        email: users.email,
        displayName: users.displayName,
        about: users.about,
        readyChannel: users.readyChannel,
        inviteCode: users.inviteCode,
        verifiedAt: users.verifiedAt,
        emailVouchedBy: users.emailVouchedBy,
        secondStepAt: users.secondStepAt,
        firstPurchaseAt: users.firstPurchaseAt,
        createdAt: users.createdAt
      })
      .from(users)
      .where(eq(users.id, userId)),
    consentsOf(directory, userId),
    directory
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
    directory
      .select({
        newEmail: emailChanges.newEmail,
        oldAgreedAt: emailChanges.oldAgreedAt,
        newAgreedAt: emailChanges.newAgreedAt,
        createdAt: emailChanges.createdAt,
        closedAt: emailChanges.closedAt
      })
      .from(emailChanges)
      .where(eq(emailChanges.userId, userId)),
    directory
      .select({ endpoint: pushDevices.endpoint, createdAt: pushDevices.createdAt })
      .from(pushDevices)
      .where(eq(pushDevices.userId, userId)),
    directory
      .select({
        cameAt: invitations.createdAt,
        isRewarded: invitations.isRewarded,
        takenBackTokens: invitations.takenBackTokens
      })
      .from(invitations)
      .where(eq(invitations.inviterId, userId))
  ])
  return {
    account: account[0] ?? null,
    consents: given,
    sessions: devices,
    emailChanges: changes,
    pushDevices: messaged,
    invited
  }
}

export const consentsOf = (directory: Directory, userId: string) =>
  directory
    .select({ document: consents.document, version: consents.version, ip: consents.ip, givenAt: consents.givenAt })
    .from(consents)
    .where(eq(consents.userId, userId))

/** With what the user signs in, without the secrets that prove it. */
export async function waysInData(directory: Directory, userId: string) {
  const [linked, keys, authenticator, codes] = await directory.batch([
    directory
      .select({
        provider: identities.provider,
        subject: identities.subject,
        linkedAt: identities.linkedAt,
        usedAt: identities.usedAt
      })
      .from(identities)
      .where(eq(identities.userId, userId)),
    directory
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    directory.select({ since: authenticators.since }).from(authenticators).where(eq(authenticators.userId, userId)),
    directory
      .select({ createdAt: recoveryCodes.createdAt, usedAt: recoveryCodes.usedAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId))
  ])
  return { identities: linked, passkeys: keys, authenticators: authenticator, recoveryCodes: codes }
}

/** One page of payments, without internal ids of the provider and the platform, behind `after`. */
export const paymentsAfter = (directory: Directory, userId: string, after?: { createdAt: number; id: string }) =>
  directory
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
export async function subscriptionData(directory: Directory, userId: string) {
  const [subscription, periods, mails] = await directory.batch([
    directory
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
    directory
      .select({
        paymentId: subscriptionPeriods.paymentId,
        startsAt: subscriptionPeriods.startsAt,
        endsAt: subscriptionPeriods.endsAt,
        refundedAt: subscriptionPeriods.refundedAt
      })
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.userId, userId))
      .orderBy(asc(subscriptionPeriods.startsAt)),
    directory
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
