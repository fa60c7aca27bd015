// A backup on a disk: compressed files, each with its checksum in manifest.json, which is written last. A folder without it is no
// backup.
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { makeFolder } from '../base/make-folder.ts'
import { SetupProblem } from '../base/setup-problem.ts'

const storedTable = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })

const storedDatabase = z.object({
  name: z.string(),
  migrations: z.array(z.string()),
  /** Children before their parents: the backup reads them in this order, and a restore writes them in the reverse order. */
  tables: z.array(storedTable),
  sequences: z.array(z.object({ name: z.string(), seq: z.number() }))
})
export type StoredDatabase = z.infer<typeof storedDatabase>

const manifestShape = z.object({
  id: z.string(),
  /** wallets: one of the nightly backups, which holds nothing else. */
  scope: z.enum(['whole', 'wallets']),
  createdAt: z.string(),
  databases: z.array(storedDatabase),
  users: z.number(),
  /** Free and reserved tokens less debts, of all wallets. */
  owedTokens: z.number(),
  mediaFiles: z.number(),
  mediaBytes: z.number(),
  /** SHA-256 of each file below the folder, in hexadecimal. */
  checksums: z.record(z.string(), z.string())
})
export type Manifest = z.infer<typeof manifestShape>

const manifestName = 'manifest.json'

export const rowsFile = (database: string, table: string) => `rows/${database}/${table}.jsonl.gz`
export const walletFile = (user: string) => `wallets/${user}.jsonl.gz`
export const usersFile = 'users.jsonl.gz'
export const mediaList = 'media.jsonl.gz'
export const mediaFile = (index: number) => `media/${String(index).padStart(7, '0')}`

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @throws SetupProblem when the folder exists */
export function demandNew(folder: string): void {
  if (!existsSync(folder)) return
  const isCut =
    ['rows', 'wallets'].some((name) => existsSync(join(folder, name))) && !existsSync(join(folder, manifestName))
  const hint = isCut ? '. This one holds personal data of a backup that did not end: delete it' : ''
  throw new SetupProblem(`${folder} exists: a backup goes into a folder of its own${hint}`)
}

/** A folder that is being filled. */
export class NewFolder {
  readonly #folder: string
  readonly #checksums: Record<string, string> = {}

  /** @throws SetupProblem when the folder exists */
  constructor(folder: string) {
    demandNew(folder)
    makeFolder(folder, 0o700)
    this.#folder = folder
  }

  #pathOf(name: string) {
    const path = join(this.#folder, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }

  addBytes(name: string, bytes: Uint8Array): string {
    writeFileSync(this.#pathOf(name), bytes, { mode: 0o600 })
    return (this.#checksums[name] = sha256Of(bytes))
  }

  /** Compressed files one after another as one file, which reads as the lines of all. */
  async addJoined(name: string, files: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256')
    const joined = openSync(this.#pathOf(name), 'w', 0o600)
    try {
      for await (const bytes of files) {
        hash.update(bytes)
        writeSync(joined, bytes)
      }
    } finally {
      closeSync(joined)
    }
    this.#checksums[name] = hash.digest('hex')
  }

  /** Compresses lines as they come. @returns how many there were */
  async addLines(name: string, texts: AsyncIterable<string>): Promise<number> {
    const hash = createHash('sha256')
    let lines = 0
    async function* counted() {
      for await (const text of texts) {
        lines += text.split('\n').length - 1
        yield text
      }
    }
    const hashed = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        done(null, chunk)
      }
    })
    await pipeline(
      Readable.from(counted()),
      createGzip(),
      hashed,
      createWriteStream(this.#pathOf(name), { mode: 0o600 })
    )
    this.#checksums[name] = hash.digest('hex')
    return lines
  }

  close(figures: Omit<Manifest, 'checksums'>): void {
    const whole = { ...figures, checksums: this.#checksums } satisfies Manifest
    writeFileSync(this.#pathOf(manifestName), JSON.stringify(whole, null, 2), { mode: 0o600 })
  }
}

/**
 * Fills a folder that is not there yet. What a failure or Ctrl-C would leave is no backup, cannot be gone on with, and holds personal
 * data: so it is deleted.
 * @throws SetupProblem when the folder exists, and what `fill` throws
 */
export async function fillNew<Result>(path: string, fill: (folder: NewFolder) => Promise<Result>): Promise<Result> {
  const folder = new NewFolder(path)
  try {
    return await fill(folder)
  } catch (error) {
    rmSync(path, { recursive: true, force: true })
    throw error
  }
}

/** @throws SetupProblem when the folder is no backup */
export function manifestIn(folder: string): Manifest {
  const path = join(folder, manifestName)
  if (!existsSync(path))
    throw new SetupProblem(`${folder} has no ${manifestName}: the backup did not end, or is elsewhere`)
  const parsed = manifestShape.safeParse(readJson(path))
  if (!parsed.success)
    throw new SetupProblem(`${path} is cut off, or is not of a backup: take another copy of the folder`)
  return parsed.data
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export const bytesIn = (folder: string, name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(folder, name)))

export const sizeIn = (folder: string, name: string): number => statSync(join(folder, name)).size

/** A file piece by piece, each but the last of this size. */
export function* partsOf(folder: string, name: string, partBytes: number): Generator<Uint8Array<ArrayBuffer>> {
  const file = openSync(join(folder, name), 'r')
  try {
    for (;;) {
      const bytes = new Uint8Array(partBytes)
      let filled = 0
      for (let read = -1; read !== 0 && filled < partBytes; filled += read)
        read = readSync(file, bytes, filled, partBytes - filled, null)
      if (filled === 0) return
      yield bytes.subarray(0, filled)
    }
  } finally {
    closeSync(file)
  }
}

/** The lines of a compressed file, read as they are needed. */
export const linesIn = (folder: string, name: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(join(folder, name)).pipe(createGunzip()), crlfDelay: Infinity })

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Files that a backup of this kind has, beside its wallets and media. */
const expectedIn = ({ scope, databases }: Manifest): string[] => [
  usersFile,
  ...(scope === 'whole' ? [mediaList] : []),
  ...databases.flatMap(({ name, tables }) => tables.map((table) => rowsFile(name, table.name)))
]

/** @returns the files that are missing, hold other bytes than were stored, or have no checksum */
export async function damagedIn(folder: string, manifest: Manifest): Promise<string[]> {
  const { checksums } = manifest
  const damaged = expectedIn(manifest).filter((name) => !Object.hasOwn(checksums, name))
  for (const [name, sha256] of Object.entries(checksums)) {
    const path = join(folder, name)
    if (!existsSync(path) || (await checksumOf(path)) !== sha256) damaged.push(name)
  }
  return damaged
}
