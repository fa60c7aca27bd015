// A long-running program of the product. It leads a process group of its own, so that stopping it also stops its
// child processes (wrangler starts workerd).
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { root } from './base/root.ts'

const patienceMs = 5_000
const keptLines = 30
const leash = join(root, 'scripts/leash.mjs')

export interface ChildOptions {
  name: string
  /** Arguments of Node: the file to run and its own arguments. */
  nodeArguments: string[]
  workingFolder: string
  environment: NodeJS.ProcessEnv
  /** Gets the program's output; overwritten at each start, unless `appends`. */
  logFile: string
  appends?: boolean
  /** Also prints the program's output to this process's output. */
  echo?: boolean
}

export interface Child {
  /** Of the program, and of the group that it leads. */
  pid?: number | undefined
  /** Resolves when the program exits, with its exit code and the last lines of its output. */
  ended: Promise<string>
  stop(): Promise<void>
}

const groups = new Set<number>()

function killGroup(id: number, signal: NodeJS.Signals) {
  try {
    process.kill(-id, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

// Kills children that still run when this process exits without stopping them.
process.on('exit', () => groups.forEach((id) => killGroup(id, 'SIGKILL')))

export function startChild({
  name,
  nodeArguments,
  workingFolder,
  environment,
  logFile,
  appends = false,
  echo
}: ChildOptions): Child {
  const child = spawn(process.execPath, ['--import', leash, ...nodeArguments], {
    cwd: workingFolder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const { pid } = child
  if (pid !== undefined) groups.add(pid)

  const log = createWriteStream(logFile, { flags: appends ? 'a' : 'w' })
  let tail = ''
  const read = (chunk: string) => {
    log.write(chunk)
    if (echo) process.stdout.write(chunk)
    tail = (tail + chunk).split('\n').slice(-keptLines).join('\n')
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)

  const closed = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  const ended = closed.then((how) => {
    log.end()
    return `${name} stopped (${how}). It said last:\n${tail.trim()}\nAll of it: ${logFile}`
  })

  const stop = async () => {
    if (pid === undefined) return
    killGroup(pid, 'SIGTERM')
    const timer = setTimeout(() => killGroup(pid, 'SIGKILL'), patienceMs)
    await closed
    clearTimeout(timer)
    killGroup(pid, 'SIGKILL')
    groups.delete(pid)
  }
  return { pid, ended, stop }
}
