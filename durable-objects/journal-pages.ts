// The journal of a wallet: all lines of a user, however old, of erased accounts too.
import { userOf } from './stubs.ts'
import type { LedgerCopy } from './wallet/copy.ts'

const linesPerPage = 1000

/** The lines with the operations that they ended, page by page and oldest first. */
export async function* journalPages(env: Env, userId: string): AsyncGenerator<LedgerCopy> {
  let last = 0
  for (;;) {
    const page = await userOf(env, userId).linesBetween(last + 1, last + linesPerPage)
    if (page.entries.length === 0) return
    yield page
    last += linesPerPage
  }
}
