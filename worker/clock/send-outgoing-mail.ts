// A duty of the clock: sends a mail about Premium, a refund, a review, an erasure or a job that is ready. A mail that could not be sent stays
// stored and is retried with growing pauses. One that is no longer true is dropped.
import { type Directory, openDirectory } from '#data/base/database.ts'
import { claimedUntil, type Lease } from '#data/directory/due-rows.ts'
import {
  addressOf,
  claimDueMail,
  closeMail,
  type DueMail,
  dropMail,
  sendMailAt
} from '#data/directory/outgoing-mails.ts'
import { accountOf } from '#data/directory/people.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { deletionGraceMs } from '#domain/account-deletion.ts'
import type { Environment } from '#domain/environment.ts'
import { chargeAt, renewsAt } from '#domain/subscription.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { mailerOf } from '#providers/mail/mail.ts'
import type { RenderedMail } from '../mails/layout.ts'
import { readyMail } from '../jobs/ready-texts.ts'
import { accountDeletionMail } from '../people/mails/account-deletion.ts'
import { budgetMail } from '../payments/budget-mail.ts'
import { creditMail, dismissedMail, refundMail } from '../payments/refund-mail.ts'
import * as mails from '../premium/mails.ts'

const minuteMs = 60_000
/** Far longer than sending takes, so that a mail is never sent twice at once. */
const claimMs = 5 * minuteMs
/** Doubles with every failure. */
const firstPauseMs = minuteMs
const pauseMaxMs = 60 * minuteMs
/** With those pauses five days, also of a mail that is sent once more: then it is given up. */
const attemptsMax = 125

type Site = mails.MailSite
type StoredMail = Pick<DueMail, 'userId' | 'facts'>

async function reminderOf(
  directory: Directory,
  site: Site,
  { userId, facts }: StoredMail,
  now: number
): Promise<RenderedMail | null> {
  if (facts.kind !== 'reminder') return null
  const row = await findSubscription(directory, userId)
  if (row?.id !== facts.subscriptionId || row.periodEnd !== facts.periodEnd) return null
  if (row.state !== 'active' || renewsAt(row) === null) return null
  const at = chargeAt({ periodEnd: row.periodEnd, remindedAt: now })
  return mails.reminderMail(site, { chargeAt: at, priceKopecks: row.priceKopecks, methodTitle: row.methodTitle })
}

async function erasureOf(
  directory: Directory,
  site: Site,
  { userId, facts }: StoredMail
): Promise<RenderedMail | null> {
  if (facts.kind !== 'erasure') return null
  const account = await accountOf(directory, userId)
  const isAsked = account?.deletionRequestedAt === facts.erasedAt - deletionGraceMs
  return isAsked ? accountDeletionMail({ ...site, ...facts }) : null
}

async function render(directory: Directory, site: Site, mail: StoredMail, now: number): Promise<RenderedMail | null> {
  const { facts } = mail
  switch (facts.kind) {
    case 'begun':
      return mails.begunMail(site, facts)
    case 'reminder':
      return reminderOf(directory, site, mail, now)
    case 'renewed':
      return mails.renewedMail(site, facts)
    case 'declined':
      return mails.declinedMail(site, facts)
    case 'ended':
      return mails.endedMail(site, facts)
    case 'refund':
      return refundMail(site, facts)
    case 'credit':
      return creditMail(site, facts)
    case 'dismissed':
      return dismissedMail(site, facts)
    case 'budget':
      return budgetMail(site, facts)
    case 'ready':
      return readyMail(site, facts.ready)
    case 'erasure':
      return erasureOf(directory, site, mail)
    default:
      // Of a later script: its clock sends it when this one tries again.
      throw new TypeError(`No mail is known of the kind ${(facts satisfies never as StoredMail['facts']).kind}`)
  }
}

const siteOf = ({ MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin, SUPPORT_EMAIL: support }: Environment): Site => ({
  product,
  siteOrigin,
  support
})

/** Whether a mail is no longer true, so that it must not be sent. */
export const isOutdated = async (env: Env, mail: StoredMail, now: number): Promise<boolean> =>
  (await render(openDirectory(env), siteOf(environmentOf(env)), mail, now)) === null

interface Run {
  env: Env
  directory: Directory
  now: number
}

const pauseAfter = (attempts: number) => Math.min(firstPauseMs * 2 ** (attempts - 1), pauseMaxMs)

/** @returns whether it was sent */
async function send({ env, directory, now }: Run, mail: DueMail): Promise<boolean> {
  const environment = environmentOf(env)
  const site = siteOf(environment)
  const to = await addressOf(directory, mail.userId)
  const rendered = to === undefined ? null : await render(directory, site, mail, now)
  if (to === undefined || !rendered) {
    await dropMail(directory, mail.id)
    return false
  }
  await mailerOf(environment, env.EMAIL).send({ to, ...rendered })
  await closeMail(directory, mail.id, now)
  return true
}

/** @returns `void`: another message has the mail now */
export async function sendOutgoingMail(
  env: Env,
  lease: Lease,
  now: number
): Promise<'sent' | 'dropped' | 'failed' | 'void'> {
  const directory = openDirectory(env)
  const mail = await claimDueMail(directory, lease, claimedUntil(lease, now, claimMs))
  if (!mail) return 'void'
  try {
    return (await send({ env, directory, now }, mail)) ? 'sent' : 'dropped'
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
    report(mail.userId, { event: 'subscription-mail-failed', mail: mail.facts.kind, failure })
    if (mail.attempts >= attemptsMax) await closeMail(directory, mail.id, null)
    else await sendMailAt(directory, mail.id, now + pauseAfter(mail.attempts))
    return 'failed'
  }
}
