// The wallets of a restore. A long one goes piece by piece, each with the first line, which says what the wallet is: 200,000
// lines are 100 MB of text, which is all that a request may hold, and half a minute of work.
import { createHash } from 'node:crypto'
import type { BackupClient } from './client.ts'
import { linesIn, type Manifest, sha256Of, usersFile, walletFile } from './folder.ts'

/** Of a request: 10 MB, and two seconds of work. */
const usualLinesAtOnce = 20_000

/** @returns how it ended */
async function sendWallet(client: BackupClient, folder: string, user: string, linesAtOnce: number): Promise<string> {
  let head = ''
  let lines: string[] = []
  const send = async (more: string) => {
    const text = [head, ...lines].map((line) => `${line}\n`).join('')
    lines = []
    return (await client.write<{ state: string }>(`/restore/wallets/${user}${more}`, text)).state
  }
  for await (const line of linesIn(folder, walletFile(user))) {
    if (lines.length === linesAtOnce) {
      const state = await send('?more=1')
      if (state !== 'begun') return state
    }
    if (head === '') head = line
    else lines.push(line)
  }
  return send('')
}

/** Equal wallets have equal texts. */
async function isSame(client: BackupClient, folder: string, user: string): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const line of linesIn(folder, walletFile(user))) hash.update(`${line}\n`)
  return hash.digest('hex') === sha256Of(await client.read(`/wallets/${user}`))
}

interface RestoredWallets {
  /** Wallets that are in use, which the restore did not change. */
  living: number
  /** Wallets that could not be restored, with the reason. Each has an alarm. */
  refused: string[]
}

export async function restoreWallets(
  client: BackupClient,
  folder: string,
  scope: Manifest['scope'],
  linesAtOnce = usualLinesAtOnce
): Promise<RestoredWallets> {
  const restored: RestoredWallets = { living: 0, refused: [] }
  for await (const user of linesIn(folder, usersFile)) {
    const state = await sendWallet(client, folder, user, linesAtOnce)
    if (state === 'living') restored.living += 1
    else if (state !== 'restored') restored.refused.push(`${user}: ${state}`)
    else if (scope === 'whole' && !(await isSame(client, folder, user)))
      restored.refused.push(`${user}: what was written is not what is read`)
  }
  return restored
}
