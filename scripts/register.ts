// The register inside the country (docs/register.md). Without settings it is the one that `REGISTER=1 npm start` runs.
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Register } from '#register/app.ts'
import { compare } from '#register/compare.ts'
import { isServer, openDatabase, type RegisterDatabase } from '#register/database.ts'
import { orderErasure } from '#register/erasure.ts'
import { exportRecords } from '#register/export.ts'
import { serveRegister } from '#register/serve.ts'
import { readSettings, type Settings } from '#register/settings.ts'
import { failureOfWorker } from '#register/worker-calls.ts'
import { aborted, main } from './base/main.ts'
import { makeFolder } from './base/make-folder.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { foundToken } from './kept-token.ts'
import { localRegister } from './local-register.ts'
import { localOrigin, readPort } from './ports.ts'

const usage = `npm run register -- serve
npm run register -- export <new file, .csv or .jsonl> [address]
npm run register -- backup <new file>
npm run register -- erase <address>
npm run register -- compare`

/** A command about a register makes none: a copy of an empty one would look like a backup. */
function settingsOf(isServing: boolean): Settings {
  const dataFolder = resolve(root, process.env.DATA_FOLDER || '.data')
  if (!isServing && !process.env.REGISTER_KEY && foundToken(dataFolder, 'register') === null)
    throw new SetupProblem(
      `There is no register in ${dataFolder}: set REGISTER_KEY, REGISTER_UPSTREAM and REGISTER_DATABASE_URL (docs/register.md), or run REGISTER=1 npm start.`
    )
  const upstream = localOrigin(readPort('PORT', 8788))
  const local = process.env.REGISTER_KEY ? {} : localRegister(dataFolder, upstream)
  try {
    return readSettings({ ...local, ...process.env })
  } catch (error) {
    throw new SetupProblem(error instanceof Error ? error.message : String(error))
  }
}

async function databaseOf({ REGISTER_DATABASE_URL: url }: Settings, isServing: boolean): Promise<RegisterDatabase> {
  if (!isServing && !isServer(url) && !existsSync(url))
    throw new SetupProblem(`There is no register at ${resolve(url)}: REGISTER_DATABASE_URL names it.`)
  try {
    if (!isServer(url)) makeFolder(dirname(resolve(url)))
    return await openDatabase(url, isServing)
  } catch (error) {
    // The address of PostgreSQL holds a password.
    const { message, code } = error as NodeJS.ErrnoException
    const place = isServer(url) ? 'at its server' : `at ${resolve(url)}`
    throw new SetupProblem(
      `The register's database ${place} does not open: ${message || code}. REGISTER_DATABASE_URL names it.`
    )
  }
}

function newFile(name: string | undefined): string {
  if (name === undefined) throw new SetupProblem(usage)
  const file = resolve(name)
  if (existsSync(file)) throw new SetupProblem(`${file} is there already. Name a new file.`)
  return file
}

/** A site that is silent does not hold up Ctrl-C. */
const unlessStopped = <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> =>
  Promise.race([work, aborted(signal).then(() => Promise.reject(signal.reason))])

type Job = (register: Register, signal: AbortSignal) => Promise<string>

/** @returns what these words ask for. Nothing is opened or made before they are understood. @throws SetupProblem */
function jobOf([command, subject, ...more]: string[]): Job {
  if (command === 'export' && more.length <= 1) {
    const file = newFile(subject)
    return (register, signal) => exportRecords(register, file, more[0], signal)
  }
  if (more.length > 0) throw new SetupProblem(usage)
  if (command === 'backup') {
    const file = newFile(subject)
    return async ({ database }) => {
      database.copyTo(file)
      return `The register is copied to ${file}. It holds personal data: keep it inside the country, encrypted.`
    }
  }
  if (command === 'erase' && subject?.includes('@')) {
    return async (register, signal) => {
      const lines = await unlessStopped(signal, orderErasure(register, subject, Date.now()))
      return lines.join('\n') || 'Nothing is recorded of this address.'
    }
  }
  if (command === 'compare' && subject === undefined) return compareAll
  throw new SetupProblem(usage)
}

async function compareAll(register: Register, signal: AbortSignal): Promise<string> {
  const { accounts, older, findings } = await unlessStopped(signal, compare(register, Date.now()))
  const counts = `Accounts ${accounts}, older than the register ${older}, findings ${findings.length}`
  if (findings.length === 0) return counts
  throw new SetupProblem([counts, ...findings.map(({ found, registerId }) => `${registerId}: ${found}`)].join('\n'))
}

// Whatever this writes is for its owner alone: also the two files that SQLite keeps beside its own, and folders.
process.umask(0o077)

await main(async (signal) => {
  const words = process.argv.slice(2)
  const isServing = words[0] === 'serve'
  if (isServing && words.length > 1) throw new SetupProblem(usage)
  const job = isServing ? null : jobOf(words)
  const settings = settingsOf(isServing)
  const database = await databaseOf(settings, isServing)
  if (job === null) return serveRegister({ settings, database }, signal)
  try {
    console.log(await job({ settings, database }, signal))
  } catch (error) {
    const failure = failureOfWorker(settings, error)
    throw failure === null ? error : new SetupProblem(failure)
  } finally {
    await database.close()
  }
})
