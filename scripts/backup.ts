// Backs a stack up into a folder, and fills an empty one from it. Without settings it speaks with the product that
// `npm start` runs. docs/backup.md says what is in a backup and how a restore goes.
import { resolve } from 'node:path'
import { deletionGraceDays } from '#contract/agreements.ts'
import { change } from '#contract/operator/access/change.ts'
import { backupClient } from './backup/client.ts'
import { createBackup, type Who } from './backup/create.ts'
import { type FetchedNight, fetchNight } from './backup/night.ts'
import { type Restored, restoreBackup } from './backup/restore.ts'
import { verifyBackup } from './backup/verify.ts'
import { main } from './base/main.ts'
import { calledSite } from './called-site.ts'
import { SetupProblem } from './base/setup-problem.ts'

const usage = `npm run backup -- create <new folder> --operator=<short name> --reason=<why>
npm run backup -- verify <folder>
npm run backup -- restore <folder> --operator=<short name> --reason=<why>
npm run backup -- night <new folder> [number of the night] --operator=<short name> --reason=<why>

Who reads or writes everything, and why, is recorded. For a deployment set SITE_ORIGIN and BACKUP_TOKEN. A stack that is restored into needs the setting RESTORING with the id of
the backup, which is in its manifest.json.`

const told = (figures: object) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

const option = (words: string[], name: keyof Who): string => {
  const start = `--${name}=`
  const value = words.find((word) => word.startsWith(start))?.slice(start.length)
  if (!value) throw new SetupProblem(`${start}… is missing.\n\n${usage}`)
  return value
}

/** Judged as the stack will, which names no field. @throws SetupProblem */
function whoIn(words: string[]): Who {
  const who = { operator: option(words, 'operator'), reason: option(words, 'reason') }
  for (const name of ['operator', 'reason'] as const) {
    const { error } = change[name].safeParse(who[name])
    if (error) throw new SetupProblem(`--${name}: ${error.issues.map(({ message }) => message).join('; ')}`)
  }
  return who
}

const restoredWords = ({ figures, refused }: Restored): string =>
  [
    `Restored and compared: ${told(figures)}. Now remove the setting RESTORING.`,
    ...(refused.length === 0 ? [] : ['To be mended by hand, as docs/backup.md says:', ...refused])
  ].join('\n')

function missingWords({ failed, failedMore }: FetchedNight): string {
  const names = [...failed, ...(failedMore > 0 ? [`${failedMore} more`] : [])]
  return names.length === 0 ? '' : ` It lacks the wallets of ${names.join(', ')}.`
}

/** @throws SetupProblem for anything but the number of a night, as R2 has it */
function nightIn(word: string | undefined): number | undefined {
  if (word === undefined || /^\d+$/.test(word)) return word === undefined ? undefined : Number(word)
  throw new SetupProblem(`${word} is not the number of a night.\n\n${usage}`)
}

async function perform(signal: AbortSignal, words: string[]): Promise<string> {
  const [command, folder, night, ...more] = words.filter((word) => !/^--(operator|reason)=/.test(word))
  const strange = folder === undefined || folder.startsWith('-') || more.length > 0
  if (strange || (night !== undefined && command !== 'night')) throw new SetupProblem(usage)
  const path = resolve(folder)
  const client = () => {
    const { siteOrigin, token } = calledSite(process.env, 'backup')
    return backupClient(siteOrigin, token, signal)
  }
  if (command === 'create') {
    const { id, figures } = await createBackup(client(), path, whoIn(words))
    return `Backup ${id} is in ${path}: ${told(figures)}. It holds personal data: encrypt it, and delete it within ${deletionGraceDays} days.`
  }
  if (command === 'verify') {
    const { id, createdAt, users, owedTokens } = await verifyBackup(path)
    return `Backup ${id} of ${createdAt} is whole: ${told({ users, owedTokens })}`
  }
  if (command === 'restore') return restoredWords(await restoreBackup(client(), path, whoIn(words)))
  if (command === 'night') {
    const fetched = await fetchNight(client(), path, whoIn(words), nightIn(night))
    return `Night ${fetched.night} is in ${path} as ${fetched.id}: ${fetched.users} wallets.${missingWords(fetched)}`
  }
  throw new SetupProblem(usage)
}

await main(async (signal) => console.log(await perform(signal, process.argv.slice(2))))
