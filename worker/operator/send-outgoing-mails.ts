// Sends the mails about Premium and refunds. A mail that could not be sent stays stored and is retried with growing
// pauses. A reminder that is no longer true is dropped.
import { type Directory, openDirectory } from '#data/database.ts'
import {
  addressesOf,
  closeMail,
  type DueMail,
  dropMail,
  sendMailAt,
  takeDueMails
} from '#data/directory/outgoing-mails.ts'
import { findSubscription } from '#data/directory/subscriptions.ts'
import { chargeAt, renewsAt } from '#domain/subscription.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { mailerOf } from '#providers/mail/mail.ts'
import { environmentOf } from '../http/context.ts'
import type { RenderedMail } from '../mails/layout.ts'
import { refundMail } from '../payments/refund-mail.ts'
import * as mails from '../premium/mails.ts'

const mailsPerRun = 20
const minuteMs = 60_000
/** Longer than one run, so that two runs never send the same mail. */
const leaseMs = 5 * minuteMs
/** Doubles with every failure. */
const firstPauseMs = minuteMs
const pauseMaxMs = 60 * minuteMs
/** A mail not sent within this time is dropped as outdated. */
const patienceMs = 5 * 24 * 60 * minuteMs

export interface Mailed {
  sent: number
  failed: number
}

type Site = mails.MailSite

async function reminderOf(
  directory: Directory,
  site: Site,
  { userId, facts }: DueMail,
  now: number
): Promise<RenderedMail | null> {
  if (facts.kind !== 'reminder') return null
  const row = await findSubscription(directory, userId)
  if (row?.id !== facts.subscriptionId || row.periodEnd !== facts.periodEnd) return null
  if (row.state !== 'active' || renewsAt(row) === null) return null
  const at = chargeAt({ periodEnd: row.periodEnd, remindedAt: now })
  return mails.reminderMail(site, { chargeAt: at, priceKopecks: row.priceKopecks, methodTitle: row.methodTitle })
}

async function render(directory: Directory, site: Site, mail: DueMail, now: number): Promise<RenderedMail | null> {
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
    default:
      return facts satisfies never
  }
}

interface Run {
  env: Env
  directory: Directory
  now: number
}

const pauseAfter = (attempts: number) => Math.min(firstPauseMs * 2 ** (attempts - 1), pauseMaxMs)

/** @returns whether it was sent */
async function send({ env, directory, now }: Run, mail: DueMail, to: string | undefined): Promise<boolean> {
  const environment = environmentOf(env)
  const site = { product: environment.MAIL_FROM_NAME, siteOrigin: environment.SITE_ORIGIN }
  const rendered = to === undefined ? null : await render(directory, site, mail, now)
  if (to === undefined || !rendered) {
    await dropMail(directory, mail.id)
    return false
  }
  await mailerOf(environment, env.EMAIL).send({ to, ...rendered })
  await closeMail(directory, mail.id, now)
  return true
}

export async function sendOutgoingMails(env: Env, now: number): Promise<Mailed> {
  const directory = openDirectory(env)
  const due = await takeDueMails(directory, { now, limit: mailsPerRun, putOffTo: now + leaseMs })
  if (due.length === 0) return { sent: 0, failed: 0 }
  const addresses = await addressesOf(
    directory,
    due.map(({ userId }) => userId)
  )
  const outcomes = await Promise.all(
    due.map(async (mail) => {
      try {
        return (await send({ env, directory, now }, mail, addresses.get(mail.userId))) ? 'sent' : 'dropped'
      } catch (error) {
        const failure = error instanceof ProviderFailure ? error.message : nameOf(error)
        report(mail.userId, { event: 'subscription-mail-failed', mail: mail.facts.kind, failure })
        if (now - mail.createdAt > patienceMs) await closeMail(directory, mail.id, null)
        else await sendMailAt(directory, mail.id, now + pauseAfter(mail.attempts))
        return 'failed'
      }
    })
  )
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  return { sent: count('sent'), failed: count('failed') }
}
