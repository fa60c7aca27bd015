// Counts the commits of Durable Objects from outside, in the files that workerd writes: SQLite appends the changed pages
// of each commit to the database's write-ahead log, and the frame of the last page of a commit carries the size of the
// database after it, which is zero in all other frames (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

const logHeaderBytes = 32
const frameHeaderBytes = 24
/** Much shorter than a log takes to fill and begin again at its start, which would overwrite frames not yet seen. */
const lookEveryMs = 25

interface Log {
  /** Changes whenever SQLite begins the log again at its start. */
  salt: string
  framesSeen: number
}

function read(file: number, position: number, length: number): Buffer | null {
  const bytes = Buffer.alloc(length)
  return readSync(file, bytes, 0, length, position) === length ? bytes : null
}

/** Counts the commits after the frames seen so far, and moves `log` on. */
function newCommits(file: number, log: Log): number {
  const header = read(file, 0, logHeaderBytes)
  if (!header) return 0
  const frameBytes = frameHeaderBytes + header.readUInt32BE(8)
  const salt = header.toString('hex', 16, 24)
  let commits = 0
  const follow = (wanted: string) => {
    for (;;) {
      const frame = read(file, logHeaderBytes + log.framesSeen * frameBytes, frameHeaderBytes)
      // Frames of an earlier round lie after the newest one; their salt differs.
      if (!frame || frame.toString('hex', 8, 16) !== wanted) return
      if (frame.readUInt32BE(4) !== 0) commits++
      log.framesSeen++
    }
  }
  if (log.salt !== salt) {
    // What was appended between the last look and the new beginning still lies behind the frames seen.
    if (log.salt !== '') follow(log.salt)
    Object.assign(log, { salt, framesSeen: 0 })
  }
  follow(salt)
  return commits
}

export interface ObjectWrites {
  commits: number
  /** Objects that had no database before. */
  freshObjects: number
}

/** Watches all objects whose databases lie below `folder`, from now on. */
export class CommitWatch {
  readonly #folder: string
  readonly #logs = new Map<string, Log>()
  readonly #databases = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #writes: ObjectWrites = { commits: 0, freshObjects: 0 }

  constructor(folder: string) {
    this.#folder = folder
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
  }

  /** What was written since the last call. */
  take(): ObjectWrites {
    this.#look()
    const writes = this.#writes
    this.#writes = { commits: 0, freshObjects: 0 }
    return writes
  }

  stop() {
    clearInterval(this.#timer)
  }

  #look() {
    for (const file of readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.sqlite') && !file.endsWith('metadata.sqlite') && !this.#databases.has(file)) {
        this.#databases.add(file)
        this.#writes.freshObjects++
      }
      if (file.endsWith('.sqlite-wal') && !file.endsWith('metadata.sqlite-wal')) this.#count(join(this.#folder, file))
    }
  }

  #count(path: string) {
    const log = this.#logs.get(path) ?? { salt: '', framesSeen: 0 }
    this.#logs.set(path, log)
    try {
      const file = openSync(path, 'r')
      try {
        this.#writes.commits += newCommits(file, log)
      } finally {
        closeSync(file)
      }
    } catch (error) {
      // SQLite removes the log of an object that left memory, after its last commit was long seen.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      this.#logs.delete(path)
    }
  }
}
