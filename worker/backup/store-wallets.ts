// Wallets as files in R2. A journal only grows and its lines never change: so a long one is stored file after file, each in an
// invocation of its own, and the files together are the wallet of the moment at which the first one was begun.
import { backupPartKey, backupWalletKey } from '#data/files/backup-files.ts'
import type { BackupRow } from '#data/directory/backups.ts'
import type { BegunWallet } from '#data/directory/schema-backups.ts'
import { owedTokens } from '#domain/backup.ts'
import { nameOf, report } from '#notices/report.ts'
import { digestOf } from '../crypto/digest.ts'
import { packedText } from './packed-text.ts'
import { openWallet, walletLines } from './wallet-text.ts'

/** How much one portion does: far less than an invocation may, and than its lease lasts. */
export interface BackupSizes {
  /** Wallets of one portion: each takes a call of an object and a call of R2. */
  users: number
  /**
   * Lines of a file; a portion ends after as many. 50,000 lines are 25 calls of an object, 1.6 s of its 30 s of processor time, and 3.6 MB
   * compressed, so that even ten such wallets at once fit.
   */
  lines: number
}

export interface Run {
  env: Env
  row: BackupRow
  now: number
  sizes: BackupSizes
}

/** Wallets that are stored at once. */
const together = 10

class JournalHasGap extends Error {
  override name = 'JournalHasGap'
}

/** Stores the next file, whose lines end with `upTo`. @throws JournalHasGap when lines are missing: a restore would refuse the file */
async function storeFile(
  { env, row }: Run,
  begun: BegunWallet,
  upTo: number,
  pages: AsyncIterable<string>
): Promise<BegunWallet> {
  const { user, storedSeq, files } = begun
  const expected = upTo - storedSeq + (files.length === 0 ? 1 : 0)
  let found = 0
  async function* counted() {
    for await (const page of pages) {
      found += page.split('\n').length - 1
      yield page
    }
  }
  const { body, sha256, bytes } = await packedText(counted())
  if (found !== expected) throw new JournalHasGap()
  await env.MEDIA.put(backupWalletKey(row.night, user, files.length), body, { sha256 })
  return { ...begun, storedSeq: upTo, bytes: begun.bytes + bytes, files: [...files, sha256] }
}

/** Stores the first file of a wallet, for most the only one. */
async function beginWallet(run: Run, user: string): Promise<BegunWallet> {
  const { head, pages } = await openWallet(run.env, user, false, run.sizes.lines)
  const begun = { user, lines: head.lastSeq, owed: owedTokens(head.account), storedSeq: 0, bytes: 0, files: [] }
  return storeFile(run, begun, Math.min(head.lastSeq, run.sizes.lines), pages)
}

/** Stores one more file of a long wallet. */
export function continueWallet(run: Run, begun: BegunWallet): Promise<BegunWallet> {
  const upTo = Math.min(begun.lines, begun.storedSeq + run.sizes.lines)
  return storeFile(run, begun, upTo, walletLines(run.env, begun.user, begun.storedSeq, upTo))
}

export const isStored = ({ storedSeq, lines }: BegunWallet): boolean => storedSeq === lines

export interface StoredWallets {
  stored: BegunWallet[]
  failed: string[]
  /** A wallet that needs more files: it is the last one of its portion. */
  long: BegunWallet | null
  /** The last user whose wallet is stored or failed. */
  last: string | undefined
}

/** @returns the wallet as far as it is stored; null: it failed, which is reported */
export const reported = (user: string, storing: Promise<BegunWallet>): Promise<BegunWallet | null> =>
  storing.catch((error: unknown) => {
    report(user, { event: 'backup-wallet-failed', error: nameOf(error) })
    return null
  })

class StorageAway extends Error {
  override name = 'StorageAway'
}

/**
 * Stores wallets in the order of their users, until enough lines are stored or one is long. The next portion stores again what was
 * stored behind a long one.
 * @throws StorageAway when ten neighbours failed at once: R2 or the objects are not available, and the next minute repeats the
 * portion. Not in the second round, which reads only wallets that failed.
 */
export async function storeWallets(run: Run, users: readonly string[]): Promise<StoredWallets> {
  const done: StoredWallets = { stored: [], failed: [], long: null, last: undefined }
  let lines = 0
  for (let first = 0; first < users.length && lines < run.sizes.lines; first += together) {
    const some = users.slice(first, first + together)
    const outcomes = await Promise.all(some.map((user) => reported(user, beginWallet(run, user))))
    const isWhole = run.row.stage === 'wallets' && some.length === together
    if (isWhole && outcomes.every((outcome) => outcome === null)) throw new StorageAway()
    for (const [index, user] of some.entries()) {
      const begun = outcomes[index]
      if (begun && !isStored(begun)) return { ...done, long: begun }
      if (begun) done.stored.push(begun)
      else done.failed.push(user)
      lines += begun?.lines ?? 0
      done.last = user
    }
  }
  return done
}

/** The lines of a list. `sha256` is of the first file of a wallet, `more` of those that follow. */
async function* listOf(stored: readonly BegunWallet[]): AsyncGenerator<string> {
  for (const { user, files, lines, owed, bytes } of stored) {
    const [sha256, ...more] = files
    yield `${JSON.stringify({ user, sha256, lines, owed, bytes, ...(more.length > 0 && { more }) })}\n`
  }
}

const sumOf = (stored: readonly BegunWallet[], of: 'lines' | 'owed' | 'bytes') =>
  stored.reduce((sum, wallet) => sum + wallet[of], 0)

/** Stores the list of a portion. A portion that is repeated writes the same list anew. @returns what it adds to the night */
export async function storePart({ env, row }: Run, stored: readonly BegunWallet[]): Promise<Partial<BackupRow>> {
  if (stored.length === 0) return {}
  const { body, sha256 } = await packedText(listOf(stored))
  await env.MEDIA.put(backupPartKey(row.night, row.parts), body, { sha256 })
  return {
    users: row.users + stored.length,
    lines: row.lines + sumOf(stored, 'lines'),
    bytes: row.bytes + sumOf(stored, 'bytes'),
    balanceTokens: row.balanceTokens + sumOf(stored, 'owed'),
    parts: row.parts + 1,
    digest: digestOf(`${row.digest}${sha256}`)
  }
}
