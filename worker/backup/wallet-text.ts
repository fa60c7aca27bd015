// A wallet as text: one line of JSON with the account, then one for each line of its journal. The same wallet is always the
// same text, so a checksum proves that nothing is missing. It is read and written page by page: a journal may be long.
import { z } from 'zod'
import { readCopy } from '#data/history/reconciliation.ts'
import { openHistory } from '#data/base/database.ts'
import type { OpenAnswers, RestoredWallet, WalletHead, WalletRow } from '#durable-objects/wallet/backup-calls.ts'
import { userOf } from '#durable-objects/stubs.ts'

const linesAtOnce = 2000

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
const tokens = z.number().int()

const firstLine = z.object({
  wallet: z.string(),
  head: z.object({
    lastSeq: z.number().int(),
    createdAt: z.number(),
    frozenAt: z.number().nullable(),
    frozenBecause: z.string().nullable(),
    account: z.object({ available: tokens, reserved: tokens, used: tokens, debt: tokens }),
    reservations: z.array(row),
    budgets: z.array(row).optional(),
    metering: z
      .object({
        meter: z.array(row),
        metered_calls: z.array(row),
        metered_days: z.array(row),
        metered_keys: z.array(row),
        key_works: z.array(row).optional(),
        key_work_days: z.array(row).optional()
      })
      .optional(),
    apiKeys: z.array(row).optional()
  }),
  /** With texts, so only in a backup that holds the chats too. */
  open: z.object({ answers: z.array(row), texts: z.array(row) })
})

const noAnswers: OpenAnswers = { answers: [], texts: [] }

export interface OpenedWallet {
  head: WalletHead
  /** The text, whose first page is the first line. */
  pages: AsyncGenerator<string>
}

/** The text of the lines behind `after`, none behind `upTo`. */
export async function* walletLines(env: Env, userId: string, after: number, upTo: number): AsyncGenerator<string> {
  const user = userOf(env, userId)
  for (let last = after, isLast = last >= upTo; !isLast;) {
    const page = await user.backupLines(last, upTo)
    yield page.lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    last = Number(page.lines.at(-1)?.['seq'] ?? last)
    isLast = page.isLast
  }
}

/**
 * @param hasTexts with the answers that are being written, which hold what the user asked
 * @param linesMax the text ends with this line of the journal
 */
export async function openWallet(
  env: Env,
  userId: string,
  hasTexts: boolean,
  linesMax = Infinity
): Promise<OpenedWallet> {
  const { head, open } = await userOf(env, userId).backupHead()
  async function* pages() {
    yield `${JSON.stringify({ wallet: userId, head, open: hasTexts ? open : noAnswers })}\n`
    yield* walletLines(env, userId, 0, Math.min(head.lastSeq, linesMax))
  }
  return { head, pages: pages() }
}

export interface RestoreOutcome {
  /** living: the wallet is in use and has all lines of the backup or more. begun: a part of the lines is restored. */
  state: RestoredWallet['state'] | 'unreadable' | 'living' | 'begun'
  violations: string[]
  lines: number
}

const idsOf = ({ reservations }: Pick<WalletHead, 'reservations'>) =>
  reservations
    .flatMap(({ operation_id: id }) => (typeof id === 'string' ? [id] : []))
    .toSorted()
    .join()

/**
 * Whether a wallet has everything that the backup has. A wallet that a restore has half filled has not, nor has the new wallet of a
 * user who came back after a loss: only a whole restore gives it the time at which the lost one was created.
 */
async function isLiving(env: Env, userId: string, head: Pick<WalletHead, 'lastSeq' | 'createdAt' | 'reservations'>) {
  const { head: now } = await userOf(env, userId).backupHead()
  if (now.createdAt !== head.createdAt) return false
  if (now.lastSeq !== head.lastSeq) return now.lastSeq > head.lastSeq
  return now.lastSeq > 0 && idsOf(now) === idsOf(head)
}

export interface WalletSource {
  /** The lines of the text; empty ones are passed over. */
  lines: AsyncIterable<string> | Iterable<string>
  /** wallets: those that are in use are not changed. */
  scope: 'whole' | 'wallets'
  /** More calls follow with the same first line and other lines: a request cannot hold all of a long wallet. */
  hasMore?: boolean
}

async function* batches(lines: AsyncGenerator<string>): AsyncGenerator<WalletRow[]> {
  let batch: WalletRow[] = []
  for await (const line of lines) {
    batch.push(row.parse(JSON.parse(line)))
    if (batch.length < linesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* filled(lines: WalletSource['lines']): AsyncGenerator<string> {
  for await (const line of lines) if (line !== '') yield line
}

/** Fills a wallet, at once or piece by piece. May be repeated; a wallet that says something else is left as it is. */
export async function restoreWallet(env: Env, userId: string, source: WalletSource): Promise<RestoreOutcome> {
  const lines = filled(source.lines)
  const first = await lines.next()
  const parsed = firstLine.safeParse(first.done ? null : JSON.parse(first.value))
  if (!parsed.success || parsed.data.wallet !== userId) return { state: 'unreadable', violations: [], lines: 0 }
  const { head, open } = parsed.data
  if (source.scope === 'wallets' && (await isLiving(env, userId, head)))
    return { state: 'living', violations: [], lines: 0 }
  // D1 must not have lines that the wallet lacks: the wallet would later give their numbers to other lines.
  const { copy } = await readCopy(openHistory(env, userId), userId, Date.now())
  if (copy.lastSeq > head.lastSeq) return { state: 'database-ahead', violations: [], lines: 0 }
  const user = userOf(env, userId)
  let written = 0
  for await (const batch of batches(lines)) {
    const other = await user.restoreLines(batch)
    if (other !== null) return { state: 'other-lines', violations: [`entry ${other}`], lines: written }
    written += batch.length
  }
  if (source.hasMore) return { state: 'begun', violations: [], lines: written }
  return { ...(await user.restoreHead(head, open, copy.lastSeq)), lines: written }
}
