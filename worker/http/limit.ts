// Rate limits: by user for signed-in callers, by network and mailbox for all others, before anything that costs.
import { storedBytesOf } from '#data/history/stored-bytes.ts'
import { documentsRule, manyDocumentsText } from '#domain/attachment.ts'
import { clientNetwork } from '#domain/client-network.ts'
import { digestOf } from '../crypto/digest.ts'
import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import { limiterOf, userOf } from '#durable-objects/stubs.ts'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { BucketRule, TakeResult } from '#domain/bucket.ts'
import type { Environment } from '#domain/environment.ts'
import { attachedBytesKey, dayRule, hasRoom, storedBytesKey, withBooks } from '#domain/stored-bytes.ts'
import { clientAddress } from './client-address.ts'
import { type AppContext, historyOf } from './context.ts'
import { AppError } from './errors.ts'
import { callerPlan } from './session.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const archivesPerHour = 5
/** More than the archives, because a download may break off and be repeated. */
const archiveDownloadsPerHour = 20

const balanceChecksPerMinute = 10
const historyExportsPerHour = 20

/** A page asks for a ticket whenever it connects; one user has about ten pages, which may all reconnect at once. */
const ticketsPerMinute = 60

const searchesPerMinute = 120

const filesDayFullText = 'За сутки загружено слишком много файлов. Продолжите позже'

/** @throws AppError RATE_LIMITED, STORAGE_DAY_FULL */
export function expectAllowed(taken: TakeResult): void {
  if (taken.allowed) return
  const { key, retryAfterSeconds: retryAfter } = taken
  if (key === attachedBytesKey) throw new AppError('STORAGE_DAY_FULL', { retryAfter, text: filesDayFullText })
  if (key === documentsRule.key) throw new AppError('RATE_LIMITED', { retryAfter, text: manyDocumentsText })
  throw new AppError(key === storedBytesKey ? 'STORAGE_DAY_FULL' : 'RATE_LIMITED', { retryAfter })
}

const take = async (c: AppContext, name: string, rule: BucketRule): Promise<void> =>
  expectAllowed(await limiterOf(c.env, name).take([rule]))

/** A user's limits are kept by the user's object. */
export const takeOfUser = async (c: AppContext, rule: BucketRule, userId = c.var.caller.userId): Promise<void> =>
  expectAllowed(await userOf(c.env, userId).take([rule]))

/** The limit of what the caller stores in a day. */
export const dayOf = (c: AppContext, bytes: number): BucketRule => dayRule(callerPlan(c), bytes, Date.now())

/**
 * Limits a paid call. A client that repeats one because its response was lost gets the first answer again, and the
 * repetition does not count against new calls.
 */
export const takeOnce = async (c: AppContext, ...rules: BucketRule[]): Promise<void> =>
  expectAllowed(await userOf(c.env, c.var.caller.userId).take(rules, c.req.header('idempotency-key')))

export const networkName = (c: AppContext) => `ip:${clientNetwork(clientAddress(c))}`
/** Limits what comes from the caller's network. @throws AppError RATE_LIMITED */
export const takeOfNetwork = (c: AppContext, rule: BucketRule): Promise<void> => take(c, networkName(c), rule)
export const mailboxName = (canonicalEmail: string) => `email:${digestOf(canonicalEmail)}`

// The network's limit comes first, and a refused network takes nothing from the mailbox: one machine that keeps trying
// an address runs out of its own budget. Signing in, reset links and other mail have separate budgets: exhausting the
// others does not keep the owner from a reset link, and exhausting the reset links has sent the owner some.

/** Answers of a text model: the user's object takes this limit when it begins one. */
export const textLimit = ({ LIMIT_TEXT_PER_MINUTE: limit }: Environment): BucketRule => ({
  key: 'text',
  limit,
  windowMs: minuteMs
})

const jobLimits = {
  image: 'LIMIT_IMAGE_PER_MINUTE',
  'image-tool': 'LIMIT_EDIT_PER_MINUTE',
  audio: 'LIMIT_VOICE_PER_MINUTE',
  video: 'LIMIT_VIDEO_PER_MINUTE'
} as const satisfies Record<StudioKind, keyof Environment>

/**
 * Generations, by kind, and what they store.
 * @param count how many jobs, each with a row of so many bytes
 * @throws AppError RATE_LIMITED, STORAGE_DAY_FULL
 */
export const limitJobs = (
  c: AppContext,
  kind: StudioKind,
  { count, bytes }: { count: number; bytes: number }
): Promise<void> => {
  const limit = c.var.environment[jobLimits[kind]]
  // A limit below the size of a batch still lets one pass.
  const taken = { key: kind, limit, windowMs: minuteMs, count: Math.min(count, limit) }
  return takeOnce(c, taken, dayOf(c, count * withBooks(bytes)))
}

/** Transcriptions: free for the user, but each is a provider call. @throws AppError RATE_LIMITED */
export const limitTranscription = (c: AppContext): Promise<void> =>
  takeOfUser(c, {
    key: 'transcription',
    limit: c.var.environment.LIMIT_TRANSCRIPTION_PER_MINUTE,
    windowMs: minuteMs
  })

/** New purchases: each creates an order and a payment at the provider. @throws AppError RATE_LIMITED */
export const limitPurchases = (c: AppContext): Promise<void> =>
  takeOnce(c, { key: 'purchases', limit: c.var.environment.LIMIT_PURCHASES_PER_HOUR, windowMs: hourMs })

/**
 * Notifications of payments, by address: each reads the shared database. YooKassa repeats a refused one for a day.
 * @throws AppError RATE_LIMITED
 */
export const limitNotifications = (c: AppContext): Promise<void> =>
  take(c, networkName(c), {
    key: 'payment-notification',
    limit: c.var.environment.LIMIT_NOTIFICATIONS_PER_MINUTE,
    windowMs: minuteMs
  })

/** Everything that a user reads: the user's object takes this limit when it is asked. */
export const readLimit = ({ LIMIT_READS_PER_MINUTE: limit }: Environment): BucketRule => ({
  key: 'reads',
  limit,
  windowMs: minuteMs
})

/** Reads of shared conversations and works: their readers need no account. @throws AppError RATE_LIMITED */
export const limitSharedReads = (c: AppContext): Promise<void> =>
  take(c, networkName(c), { ...readLimit(c.var.environment), key: 'shared-reads' })

/** Tickets for sockets: each is a row of the user's object, which takes this limit. */
export const ticketLimit: BucketRule = { key: 'tickets', limit: ticketsPerMinute, windowMs: minuteMs }

/** Searches in chats: each goes through the ids of all conversations of the user. No person types that fast. */
export const searchLimit: BucketRule = { key: 'searches', limit: searchesPerMinute, windowMs: minuteMs }

const fileReads = new MemoryBuckets()

/**
 * Reads of one job's files. Their links need no session, and asking an object first would delay every picture, so each isolate
 * counts for itself.
 * @param key of the job, or of what shows its files to others
 * @throws AppError RATE_LIMITED
 */
export const limitFileReads = (c: AppContext, key: string): void =>
  expectAllowed(fileReads.take({ ...readLimit(c.var.environment), key }, Date.now()))

/** Whether the caller's plan has room for these bytes. */
export async function callerHasRoom(c: AppContext, bytes: number): Promise<boolean> {
  const storedBytes = await storedBytesOf(historyOf(c), c.var.caller.userId)
  return hasRoom({ ...callerPlan(c), storedBytes }, bytes, Date.now())
}

/** Whether a day has room for these bytes: what takes more than a whole day never fits, however long one waits. */
export const dayHolds = (c: AppContext, bytes: number): boolean => bytes <= dayOf(c, bytes).limit

/**
 * Writes that cost no tokens: without limits one account could fill the shared database.
 * @param bytes that the rows take, at most
 * @throws AppError RATE_LIMITED, STORAGE_FULL, STORAGE_DAY_FULL
 */
export async function limitChatWrites(c: AppContext, bytes: number): Promise<void> {
  if (!dayHolds(c, bytes) || !(await callerHasRoom(c, bytes))) throw new AppError('STORAGE_FULL')
  expectAllowed(await userOf(c.env, c.var.caller.userId).take([chatWritesRule(c), dayOf(c, bytes)]))
}

/** Changes of a chat that store no text. @throws AppError RATE_LIMITED */
export async function limitChatChanges(c: AppContext): Promise<void> {
  expectAllowed(await userOf(c.env, c.var.caller.userId).take([chatWritesRule(c)]))
}

/** The limit of writes in chats. */
export const chatWritesRule = (c: AppContext) => ({
  key: 'chat-writes',
  limit: c.var.environment.LIMIT_CHAT_WRITES_PER_MINUTE,
  windowMs: minuteMs
})

/**
 * Attempts to sign in.
 * @param passId id of a sign-in pass for this address: its bearer has a separate budget that others cannot exhaust
 * @throws AppError RATE_LIMITED
 */
export async function limitSignIn(c: AppContext, canonicalEmail: string, passId: string | null): Promise<void> {
  const { LIMIT_SIGN_IN_PER_MINUTE: limit } = c.var.environment
  if (passId !== null) return take(c, `pass:${passId}`, { key: 'sign-in', limit, windowMs: minuteMs })
  await take(c, networkName(c), { key: 'sign-in', limit, windowMs: minuteMs })
  await take(c, mailboxName(canonicalEmail), { key: 'sign-in', limit, windowMs: minuteMs })
}

/**
 * Exchanges of refresh tokens, by session when the token was issued by us, else by network. So invented tokens cannot
 * sign out other users of the same network.
 * @throws AppError RATE_LIMITED
 */
export const limitRefresh = (c: AppContext, sessionId: string | null): Promise<void> =>
  take(c, sessionId === null ? networkName(c) : `session:${sessionId}`, {
    key: 'refresh',
    limit: c.var.environment.LIMIT_REFRESH_PER_MINUTE,
    windowMs: minuteMs
  })

export type MailPurpose = 'sign-up' | 'resend' | 'reset' | 'change'

/** Calls that send a mail to a person who may not have asked for it. @throws AppError RATE_LIMITED */
export async function limitMail(c: AppContext, purpose: MailPurpose, canonicalEmail: string): Promise<void> {
  const { LIMIT_SIGN_UP_PER_HOUR: limit } = c.var.environment
  await take(c, networkName(c), { key: purpose, limit, windowMs: hourMs })
  await limitMailbox(c, purpose, canonicalEmail)
}

/** The mailbox's part of it, also of mails that operators send again. */
export function limitMailbox(c: AppContext, purpose: MailPurpose, canonicalEmail: string): Promise<void> {
  const key = purpose === 'reset' ? 'reset-mail' : 'mail'
  const { LIMIT_MAIL_PER_HOUR: limit } = c.var.environment
  return take(c, mailboxName(canonicalEmail), { key, limit, windowMs: hourMs })
}

/** Whether this proof of work is presented for the first time, from the network that it is bound to. */
export async function takeProof(c: AppContext, proofId: string, lifetimeMs: number): Promise<boolean> {
  // A bucket of one that is full again only when the proof has expired.
  const rule = { key: `proof:${proofId}`, limit: 1, windowMs: lifetimeMs }
  return (await limiterOf(c.env, networkName(c)).take([rule])).allowed
}

/** Attempts to use a reset link: its token cannot be guessed, but each valid one costs a password hash. */
export const limitResetLinks = (c: AppContext, key = 'reset-link'): Promise<void> =>
  take(c, networkName(c), { key, limit: c.var.environment.LIMIT_SIGN_IN_PER_MINUTE, windowMs: minuteMs })

/** Password checks of a signed-in user who has to prove who they are. */
export const limitPasswordChecks = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'password', limit: c.var.environment.LIMIT_SIGN_IN_PER_MINUTE, windowMs: minuteMs })

/** New archives of a user's data: each reads all of it. */
export const limitArchives = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'archive', limit: archivesPerHour, windowMs: hourMs })

/** Downloads of an archive, whose link works repeatedly until it expires. @throws AppError RATE_LIMITED */
export const limitArchiveDownloads = (c: AppContext, userId: string): Promise<void> =>
  takeOfUser(c, { key: 'archive-download', limit: archiveDownloadsPerHour, windowMs: hourMs }, userId)

/** Balance checks: each sums the journal lines since the last one. @throws AppError RATE_LIMITED */
export const limitBalanceChecks = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'balance-check', limit: balanceChecksPerMinute, windowMs: minuteMs })

/** History exports: each reads the whole history. @throws AppError RATE_LIMITED */
export const limitHistoryExports = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'history-export', limit: historyExportsPerHour, windowMs: hourMs })
