// What an operator sees of a user on one page.
import { apiCalls } from '#contract/api-key-words.ts'
import { storageLimits } from '#contract/catalogue/plans.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { PersonCard } from '#contract/operator/people/people.ts'
import { openHistory } from '#data/base/database.ts'
import { actionsAbout } from '#data/directory/operator-actions.ts'
import { type PersonAccount, personRows } from '#data/directory/people.ts'
import { pageOfJobs } from '#data/history/job-lists.ts'
import { usageOfPeriod } from '#data/history/plan-usage.ts'
import { storedBytesOf } from '#data/history/stored-bytes.ts'
import { deletionGraceMs } from '#domain/account-deletion.ts'
import { accountPlanOf, coveringPlanOf } from '#domain/account-plan.ts'
import { dayAround } from '#domain/billing-calendar.ts'
import type { Environment } from '#domain/environment.ts'
import { stateOf } from '#domain/job.ts'
import { isActiveSession } from '#domain/session.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { HistoryRow } from '#durable-objects/wallet/calls.ts'
import type { AppContext } from '../../http/context.ts'
import { actionView } from '../access/record.ts'

const jobsShown = 20

type Rows = Awaited<ReturnType<typeof personRows>>

const accountView = (account: PersonAccount, plan: NonNullable<PersonCard['account']>['plan']) => ({
  email: account.email,
  created_at: account.createdAt,
  verified_at: account.verifiedAt,
  first_purchase_at: account.firstPurchaseAt,
  blocked_at: account.blockedAt,
  second_step_at: account.secondStepAt,
  passkeys: account.passkeys,
  erased_at: account.deletionRequestedAt === null ? null : account.deletionRequestedAt + deletionGraceMs,
  plan
})

const sessionsView = ({ sessions }: Rows, seesNetworks: boolean, now: number): PersonCard['sessions'] =>
  sessions
    .filter((session) => isActiveSession(session, now))
    .map(({ id, userAgent, place, ip, createdAt, lastSeenAt }) => ({
      id,
      device: userAgent,
      place,
      ip: seesNetworks ? ip : null,
      created_at: createdAt,
      seen_at: lastSeenAt
    }))

const mailsView = ({ mails }: Rows): PersonCard['mails'] =>
  mails.map(({ id, facts, createdAt, sentAt, sendAt }) => ({
    id,
    kind: facts.kind,
    created_at: createdAt,
    sent_at: sentAt,
    waits: sendAt !== null
  }))

const paymentsView = ({ payments }: Rows): PersonCard['payments'] =>
  payments.map(({ id, status, amountKopecks, totalTokens, createdAt }) => ({
    id,
    status,
    amount_kopecks: amountKopecks,
    tokens: totalTokens,
    created_at: createdAt
  }))

const ratesOf = (set: Environment): PersonCard['limits']['rates'] => [
  { what: 'reads', max: set.LIMIT_READS_PER_MINUTE, per: 'minute' },
  { what: 'answers', max: set.LIMIT_TEXT_PER_MINUTE, per: 'minute' },
  { what: 'images', max: set.LIMIT_IMAGE_PER_MINUTE, per: 'minute' },
  { what: 'edits', max: set.LIMIT_EDIT_PER_MINUTE, per: 'minute' },
  { what: 'voice', max: set.LIMIT_VOICE_PER_MINUTE, per: 'minute' },
  { what: 'video', max: set.LIMIT_VIDEO_PER_MINUTE, per: 'minute' },
  { what: 'transcriptions', max: set.LIMIT_TRANSCRIPTION_PER_MINUTE, per: 'minute' },
  { what: 'purchases', max: set.LIMIT_PURCHASES_PER_HOUR, per: 'hour' },
  { what: 'mails', max: set.LIMIT_MAIL_PER_HOUR, per: 'hour' }
]

/** Counted by open reservations: one of the studio is a job, any other an answer, but for a tab of the API: between calls nothing runs on it. */
function runningView(running: readonly HistoryRow[], set: Environment): PersonCard['limits']['running'] {
  const jobs = running.filter(({ service }) => findStudioEntry(service)).length
  const answers = running.filter(({ service }) => service !== apiCalls.service).length - jobs
  return { answers, answers_max: set.LIMIT_RUNNING_ANSWERS, jobs, jobs_max: set.LIMIT_RUNNING_JOBS }
}

/** Networks only for an owner: support needs the device and the place to help. */
export async function personCard(c: AppContext, userId: string): Promise<PersonCard> {
  const now = Date.now()
  const { directory } = c.var
  const history = openHistory(c.env, userId)
  const user = userOf(c.env, userId)
  const [rows, { account: balance, running }, keys, jobs, storedBytes, actions] = await Promise.all([
    personRows(directory, userId),
    user.history({ limit: 1 }),
    user.viewKeys(true),
    pageOfJobs(history, userId, { limit: jobsShown }),
    storedBytesOf(history, userId),
    actionsAbout(directory, userId)
  ])
  const { account, premium } = rows
  const facts = { firstPurchaseAt: account?.firstPurchaseAt ?? null, premiumUntil: premium?.accessUntil ?? null }
  const plan = accountPlanOf(facts, now)
  const covering = coveringPlanOf(facts, now)
  const covered = covering ? await usageOfPeriod(history, userId, dayAround(now)) : null
  const seesNetworks = c.var.operator.role === 'owner'
  return {
    user_id: userId,
    account: account ? accountView(account, plan) : null,
    premium: premium
      ? {
          state: premium.state,
          period_end: premium.periodEnd,
          access_until: premium.accessUntil,
          has_card: premium.methodId !== null
        }
      : null,
    balance: {
      available_tokens: balance.availableTokens,
      reserved_tokens: balance.reservedTokens,
      used_tokens: balance.usedTokens,
      debt_tokens: balance.debtTokens
    },
    sessions: sessionsView(rows, seesNetworks, now),
    identities: rows.providers,
    consents: rows.consents.map(({ document, version, givenAt, ip }) => ({
      document,
      version,
      given_at: givenAt,
      ip: seesNetworks ? ip : null
    })),
    limits: {
      rates: ratesOf(c.var.environment),
      running: runningView(running, c.var.environment),
      stored_bytes: storedBytes,
      stored_bytes_max: storageLimits[plan].bytesMax,
      covered_tokens: covered?.planTokens ?? null,
      covered_tokens_max: covering?.maxTokens ?? null
    },
    api_keys: keys.map(({ networks, ...key }) =>
      key.ended_at ? key : { ...key, networks: seesNetworks ? networks : networks && [] }
    ),
    mails: mailsView(rows),
    payments: paymentsView(rows),
    jobs: jobs.rows.map(({ id, service, step, priceTokens, createdAt }) => ({
      id,
      service,
      state: stateOf(step),
      price_tokens: priceTokens,
      created_at: createdAt
    })),
    actions: actions.map(actionView)
  }
}
