// How many bytes of the shared database a row of a user takes. The triggers of D1 keep each user's total by the same
// formulas (migrations/history): a change here needs a migration.
import { fileLimits, storageLimits } from '#contract/catalogue/plans.ts'
import { accountPlanOf, type PlanFacts } from './account-plan.ts'
import type { BucketRule } from './bucket.ts'

/** For the columns that are not text of the user, and for the indexes. */
const conversationRowBytes = 300
const messageRowBytes = 200
const folderRowBytes = 100
const jobRowBytes = 1000
const instructionRowBytes = 200
/** More than a conversation: its id and the digest of its token are long. */
const shareRowBytes = 500
/** The row of a link to a job: there is no copy. */
export const jobShareBytes = 500
/** With the 100 of its place in a message. */
const attachmentRowBytes = 600
/** The lines of the ledger and the history that an operation leaves for good, also one that is free in the end. */
const booksBytes = 1000

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

export const conversationBytes = (title: string): number => conversationRowBytes + bytesOf(title)

/** Of chats or of jobs. */
export const folderBytes = (name: string): number => folderRowBytes + bytesOf(name)

/** @param extras what else the row keeps: thinking, and sources and works as JSON */
export const messageBytes = (content: string, model: string, ...extras: (string | null)[]): number =>
  [content, model, ...extras].reduce((bytes, text) => bytes + bytesOf(text ?? ''), messageRowBytes)

/** The longest name of a model that a conversation may have. */
const modelBytesMax = 100

/** What the messages of works in a chat take, at most. */
export const cardBytes = ({ request, label, works }: { request: string; label: string; works: string[] }): number =>
  messageBytes(request, '') + messageBytes(label, '', JSON.stringify(works)) + 2 * modelBytesMax

/** What copies of so many messages take. @param textBytes of all their texts and models */
export const copiesBytes = (messages: number, textBytes: number): number => messages * messageRowBytes + textBytes

/** Of a user's role, or of the instruction of a conversation. */
export const instructionBytes = ({ name, instruction }: { name: string | null; instruction: string }): number =>
  instructionRowBytes + bytesOf(name ?? '') + bytesOf(instruction)

/** Of what a folder of chats is as a project, without its files. */
export const projectBytes = (instruction: string): number => folderRowBytes + bytesOf(instruction)

/** The place of a file in a project. */
export const projectFileBytes = 100

/** @param parameters @param options as the row keeps them, as JSON */
export const jobBytes = (parameters: object, options: object): number =>
  jobRowBytes + bytesOf(JSON.stringify(parameters)) + bytesOf(JSON.stringify(options))

/** @param sizeBytes of the copy in R2 */
export const shareBytes = (title: string, sizeBytes: number): number => shareRowBytes + bytesOf(title) + sizeBytes

/** What the row of an attached file takes; its bytes are not in the database. */
export const attachmentBytes = (name: string): number => attachmentRowBytes + bytesOf(name)

/** What an operation adds in a day: its rows and its lines in the books. */
export const withBooks = (rowsBytes: number): number => booksBytes + rowsBytes

export interface StorageFacts extends PlanFacts {
  /** The user's total. */
  storedBytes: number
}

/** Whether the plan of the account has room for these bytes. */
export const hasRoom = (facts: StorageFacts, bytes: number, now: number): boolean =>
  facts.storedBytes + bytes <= storageLimits[accountPlanOf(facts, now)].bytesMax

/** Names the limit of the bytes that a user stores in a day. */
export const storedBytesKey = 'stored-bytes'

/** Names the limit of the bytes of files that a user attaches in a day. */
export const attachedBytesKey = 'attached-bytes'

/** Whether the plan has room for a file of this size beside those that the user has. */
export const hasFileRoom = (facts: PlanFacts, attachedBytes: number, bytes: number, now: number): boolean =>
  attachedBytes + bytes <= fileLimits[accountPlanOf(facts, now)].bytesMax

const dayMs = 24 * 60 * 60 * 1000

/** Takes these bytes from the day of an account. */
export const dayRule = (facts: PlanFacts, bytes: number, now: number): BucketRule => ({
  key: storedBytesKey,
  limit: storageLimits[accountPlanOf(facts, now)].bytesPerDay,
  windowMs: dayMs,
  count: bytes
})

/** What the day of files is counted in: it has more bytes than a bucket can count. */
const kilobyte = 1000

/** Takes the bytes of a file, rounded up to kilobytes, from the day of an account. */
export const fileDayRule = (facts: PlanFacts, bytes: number, now: number): BucketRule => ({
  key: attachedBytesKey,
  limit: fileLimits[accountPlanOf(facts, now)].bytesPerDay / kilobyte,
  windowMs: dayMs,
  count: Math.ceil(bytes / kilobyte)
})
