// A wallet as text: one line of JSON with the account, then one for each line of its journal. The same wallet is always the
// same text, so a checksum proves that nothing is missing.
import { z } from 'zod'
import { readCopy } from '#data/history/reconciliation.ts'
import { openHistory } from '#data/database.ts'
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
    reservations: z.array(row)
  }),
  /** With texts, so only in a backup that holds the chats too. */
  open: z.object({ answers: z.array(row), texts: z.array(row) })
})

const noAnswers: OpenAnswers = { answers: [], texts: [] }

export interface WalletText {
  text: string
  head: WalletHead
}

/** @param hasTexts with the answers that are being written, which hold what the user asked */
export async function walletText(env: Env, userId: string, hasTexts: boolean): Promise<WalletText> {
  const user = userOf(env, userId)
  const { head, open } = await user.backupHead()
  let text = `${JSON.stringify({ wallet: userId, head, open: hasTexts ? open : noAnswers })}\n`
  for (let after = 0, isLast = false; !isLast;) {
    const page = await user.backupLines(after, head.lastSeq)
    text += page.lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    after = Number(page.lines.at(-1)?.['seq'] ?? after)
    isLast = page.isLast
  }
  return { text, head }
}

export interface RestoreOutcome {
  state: RestoredWallet['state'] | 'unreadable'
  violations: string[]
  lines: number
}

/** Fills a wallet. May be repeated; a wallet that says something else is left as it is. */
export async function restoreWallet(env: Env, userId: string, text: string): Promise<RestoreOutcome> {
  const [first = '', ...rest] = text.split('\n').filter((line) => line !== '')
  const parsed = firstLine.safeParse(JSON.parse(first))
  if (!parsed.success || parsed.data.wallet !== userId) return { state: 'unreadable', violations: [], lines: 0 }
  const { head, open } = parsed.data
  const lines = rest.map((line): WalletRow => row.parse(JSON.parse(line)))
  // D1 must not have lines that the wallet lacks: they would be copied again under numbers that mean something else.
  const { copy } = await readCopy(openHistory(env, userId), userId, Date.now())
  if (copy.lastSeq > head.lastSeq) return { state: 'database-ahead', violations: [], lines: 0 }
  const user = userOf(env, userId)
  for (let index = 0; index < lines.length; index += linesAtOnce) {
    const other = await user.restoreLines(lines.slice(index, index + linesAtOnce))
    if (other !== null) return { state: 'other-lines', violations: [`entry ${other}`], lines: index }
  }
  const restored = await user.restoreHead(head, open, copy.lastSeq)
  return { ...restored, lines: lines.length }
}
