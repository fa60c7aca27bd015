// The register inside the country (docs/register.md). Without settings it is the one that `REGISTER=1 npm start` runs.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Register } from '#register/app.ts'
import { compare } from '#register/compare.ts'
import { openDatabase } from '#register/database.ts'
import { orderErasure } from '#register/erasure.ts'
import { exportRecords } from '#register/export.ts'
import { serveRegister } from '#register/serve.ts'
import { readSettings } from '#register/settings.ts'
import { failureOfWorker } from '#register/worker-calls.ts'
import { main } from './base/main.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { localRegister } from './local-register.ts'
import { readPort } from './ports.ts'

const usage = `npm run register -- serve
npm run register -- export <new file, .csv or .jsonl> [address]
npm run register -- backup <new file>
npm run register -- erase <address>
npm run register -- compare`

function settingsOf() {
  const dataFolder = resolve(root, process.env.DATA_FOLDER || '.data')
  const upstream = `http://localhost:${readPort('PORT', 8788)}`
  const local = process.env.REGISTER_KEY ? {} : localRegister(dataFolder, upstream)
  try {
    return readSettings({ ...local, ...process.env })
  } catch (error) {
    throw new SetupProblem(error instanceof Error ? error.message : String(error))
  }
}

function newFile(name: string | undefined): string {
  if (name === undefined) throw new SetupProblem(usage)
  const file = resolve(name)
  if (existsSync(file)) throw new SetupProblem(`${file} is there already. Name a new file.`)
  return file
}

/** @returns what is printed */
async function perform(register: Register, [command, subject, ...more]: string[]): Promise<string> {
  if (command === 'export' && more.length <= 1) {
    const file = newFile(subject)
    return exportRecords(register, file, more[0])
  }
  if (more.length > 0) throw new SetupProblem(usage)
  if (command === 'backup') {
    const file = newFile(subject)
    register.database.copyTo(file)
    return `The register is copied to ${file}. It holds personal data: keep it inside the country, encrypted.`
  }
  if (command === 'erase' && subject !== undefined) {
    const lines = await orderErasure(register, subject, Date.now())
    return lines.join('\n') || 'Nothing is recorded of this address.'
  }
  if (command === 'compare' && subject === undefined) {
    const { accounts, older, findings } = await compare(register, Date.now())
    const counts = `Accounts ${accounts}, older than the register ${older}, findings ${findings.length}`
    if (findings.length === 0) return counts
    throw new SetupProblem([counts, ...findings.map(({ found, registerId }) => `${registerId}: ${found}`)].join('\n'))
  }
  throw new SetupProblem(usage)
}

// Whatever this writes is for its owner alone: also the two files that SQLite keeps beside its own, and folders.
process.umask(0o077)

await main(async (signal) => {
  const settings = settingsOf()
  const words = process.argv.slice(2)
  if (words.length === 0) throw new SetupProblem(usage)
  const database = await openDatabase(settings.REGISTER_DATABASE_URL)
  if (words[0] === 'serve') return serveRegister({ settings, database }, signal)
  try {
    console.log(await perform({ settings, database }, words))
  } catch (error) {
    const failure = failureOfWorker(settings, error)
    throw failure === null ? error : new SetupProblem(failure)
  }
})
