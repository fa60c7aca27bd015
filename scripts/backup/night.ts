// Brings a nightly backup of the wallets out of R2 into a folder, from which `restore` fills the wallets that were lost.
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { SetupProblem } from '../base/setup-problem.ts'
import { type BackupClient, query } from './client.ts'
import { once, type Who } from './create.ts'
import { demandNew, fillNew, sha256Of, usersFile, walletFile } from './folder.ts'

interface Night {
  night: number
  parts: number
  failed: string[]
  failed_more: number
  finished_at: number | null
}

interface ListedWallet {
  user: string
  sha256: string
  owed: number
  /** Checksums of the files behind the first one: a long wallet has several. */
  more?: string[]
}

const failedIn = ({ failed, failed_more: more }: Pick<Night, 'failed' | 'failed_more'>) => failed.length + more

/** The night that was asked for, else the newest without missing wallets, else the newest. @throws SetupProblem */
async function chooseNight(client: BackupClient, asked: number | undefined): Promise<Night> {
  const { nights } = await client.call<{ nights: Night[] }>('GET', '/nights')
  const closed = nights.filter(({ finished_at: finishedAt }) => finishedAt !== null)
  const found =
    asked === undefined
      ? (closed.find((night) => failedIn(night) === 0) ?? closed[0])
      : closed.find(({ night }) => night === asked)
  if (found) return found
  throw new SetupProblem(`There is no such night. Closed are: ${closed.map(({ night }) => night).join(', ') || 'none'}`)
}

export interface FetchedNight {
  id: string
  night: number
  users: number
  /** Users whose wallets this night does not hold, and how many others. */
  failed: string[]
  failedMore: number
}

/** @throws SetupProblem for a file with another checksum than the list says */
async function* filesOf(client: BackupClient, night: number, { user, sha256, more = [] }: ListedWallet) {
  for (const [file, expected] of [sha256, ...more].entries()) {
    const bytes = await client.read(`/nights/wallet?${query({ night, user, ...(file > 0 && { file }) })}`)
    if (sha256Of(bytes) !== expected) throw new SetupProblem(`The wallet of ${user} is damaged: fetch another night`)
    yield bytes
  }
}

/** @param asked the newest night when none is named. @throws SetupProblem for a wallet with another checksum than its list says */
export async function fetchNight(client: BackupClient, path: string, who: Who, asked?: number): Promise<FetchedNight> {
  demandNew(path)
  await client.call('POST', '/begin', { ...who, idempotency_key: randomUUID() })
  const { night, parts, failed, failed_more: failedMore } = await chooseNight(client, asked)
  return fillNew(path, async (folder) => {
    const users: string[] = []
    let owedTokens = 0
    for (let part = 0; part < parts; part++) {
      const list = gunzipSync(await client.read(`/nights/part?${query({ night, part })}`)).toString()
      for (const line of list.split('\n').filter(Boolean)) {
        const wallet = JSON.parse(line) as ListedWallet
        await folder.addJoined(walletFile(wallet.user), filesOf(client, night, wallet))
        users.push(wallet.user)
        owedTokens += wallet.owed
      }
    }
    await folder.addLines(usersFile, once(users.map((user) => `${user}\n`).join('')))
    const id = `night-${night}-${randomUUID().slice(0, 8)}`
    const none = { databases: [], mediaFiles: 0, mediaBytes: 0 }
    folder.close({
      id,
      scope: 'wallets',
      createdAt: new Date().toISOString(),
      users: users.length,
      owedTokens,
      ...none
    })
    return { id, night, users: users.length, failed, failedMore }
  })
}
