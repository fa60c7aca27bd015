// A long-running program of the product. It leads a process group of its own, so that stopping it also ends
// whatever it started in turn (wrangler starts workerd).
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'

const patienceMs = 5_000
const keptLines = 30

export interface ChildOptions {
  name: string
  /** Arguments of Node: a file to run and what it is given. */
  nodeArguments: string[]
  workingFolder: string
  environment: NodeJS.ProcessEnv
  /** Everything it prints goes here, afresh at each start. */
  logFile: string
  /** Also shows what it prints. */
  echo?: boolean
}

export interface Child {
  /** Ends when the program does, with a sentence that says how and what it printed last. */
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

// The last resort, for an exit that nobody prepared.
process.on('exit', () => groups.forEach((id) => killGroup(id, 'SIGKILL')))

export function startChild({ name, nodeArguments, workingFolder, environment, logFile, echo }: ChildOptions): Child {
  const child = spawn(process.execPath, nodeArguments, {
    cwd: workingFolder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const { pid } = child
  if (pid !== undefined) groups.add(pid)

  const log = createWriteStream(logFile)
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
  return { ended, stop }
}
