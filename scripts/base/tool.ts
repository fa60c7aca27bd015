// Programs that run and exit, such as a build, a check or a test run.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { root } from './root.ts'
import { SetupProblem } from './setup-problem.ts'

/** What a program that is stopped may still do. */
const patienceMs = 5000

export interface ToolOptions {
  /** Arguments of Node: the file to run and its own arguments. */
  nodeArguments: string[]
  environment?: NodeJS.ProcessEnv
  signal?: AbortSignal
  /** Default: the repository's folder. */
  cwd?: string
  /** It uses what others leave of the processor. */
  givesWay?: boolean
}

export interface ToolResult {
  succeeded: boolean
  /** The whole output of the tool. */
  output: string
}

export function runTool({
  nodeArguments,
  environment = process.env,
  signal,
  cwd = root,
  givesWay = false
}: ToolOptions): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const tool = spawn(process.execPath, nodeArguments, {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let killing: NodeJS.Timeout | undefined
    const stop = () => {
      tool.kill('SIGTERM')
      killing = setTimeout(() => tool.kill('SIGKILL'), patienceMs)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
    if (givesWay && tool.pid !== undefined) setPriority(tool.pid, constants.priority.PRIORITY_LOW)
    let output = ''
    const read = (chunk: string) => (output += chunk)
    tool.stdout.setEncoding('utf8').on('data', read)
    tool.stderr.setEncoding('utf8').on('data', read)
    tool.on('error', reject)
    tool.on('exit', () => {
      clearTimeout(killing)
      if (!signal?.aborted) return
      // Its own children may hold the pipes.
      tool.stdout.destroy()
      tool.stderr.destroy()
      reject(signal.reason)
    })
    tool.on('close', (code) => {
      signal?.removeEventListener('abort', stop)
      resolve({ succeeded: code === 0, output })
    })
  })
}

/** Turns colours off, because the output may end up in a log file. */
export const runPlain = (
  nodeArguments: string[],
  signal: AbortSignal,
  { variables = {}, givesWay = false }: { variables?: Record<string, string>; givesWay?: boolean } = {}
): Promise<ToolResult> =>
  runTool({
    nodeArguments,
    givesWay,
    environment: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', COLORS: 'false', ...variables },
    signal
  })

/** @throws SetupProblem with what the tool printed, when it fails */
export async function demandTool(options: ToolOptions): Promise<void> {
  const { succeeded, output } = await runTool(options)
  if (!succeeded) throw new SetupProblem(output.trim())
}
