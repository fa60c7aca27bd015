// Checks that a backup is intact: every file by its checksum, and the sum that the wallets owe.
import { SetupProblem } from '../base/setup-problem.ts'
import { damagedIn, linesIn, type Manifest, manifestIn, usersFile, walletFile } from './folder.ts'

interface WalletSum {
  owedTokens: number
  /** How many lines its journal should have, and has. */
  expected: number
  found: number
}

/** The tokens that a wallet owes its user: free and reserved ones minus a debt. @param first line of the wallet */
export function owedIn(first: string): number {
  const { available, reserved, debt } = headIn(first).account
  return available + reserved - debt
}

interface Head {
  lastSeq: number
  account: { available: number; reserved: number; debt: number }
}

const headIn = (first: string): Head => (JSON.parse(first) as { head: Head }).head

async function sumOf(folder: string, user: string): Promise<WalletSum> {
  let first: string | undefined
  let lines = 0
  for await (const line of linesIn(folder, walletFile(user))) {
    first ??= line
    lines += 1
  }
  if (first === undefined) throw new SetupProblem(`The wallet of ${user} is empty`)
  return { owedTokens: owedIn(first), expected: headIn(first).lastSeq, found: lines - 1 }
}

/** @throws SetupProblem that names the damaged files, or the sum that differs */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = manifestIn(folder)
  const damaged = await damagedIn(folder, manifest)
  if (damaged.length > 0) throw new SetupProblem(`Damaged or missing in ${folder}:\n${damaged.join('\n')}`)
  let users = 0
  let owedTokens = 0
  for await (const user of linesIn(folder, usersFile)) {
    if (!Object.hasOwn(manifest.checksums, walletFile(user)))
      throw new SetupProblem(`The wallet of ${user} has no checksum in ${folder}`)
    const sum = await sumOf(folder, user)
    if (sum.found !== sum.expected)
      throw new SetupProblem(`The journal of ${user} has ${sum.found} lines, not ${sum.expected}`)
    users += 1
    owedTokens += sum.owedTokens
  }
  if (users !== manifest.users || owedTokens !== manifest.owedTokens)
    throw new SetupProblem(
      `The wallets in ${folder} are ${users} and owe ${owedTokens} tokens; the manifest says ${manifest.users} and ${manifest.owedTokens}`
    )
  return manifest
}
