// Runs a client as a person would, in a home of its own, with nothing of this machine's settings and without the internet.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Client, Program, Setting } from './list.ts'

const patienceMs = 90_000
const stopMs = 10_000
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

/** A proxy that nothing answers stands in the way of everything but loopback: calls home fail at once. */
const environment = {
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  PATH: process.env.PATH ?? '',
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  http_proxy: nowhere,
  https_proxy: nowhere,
  NO_PROXY: 'localhost,127.0.0.1',
  no_proxy: 'localhost,127.0.0.1',
  NODE_USE_ENV_PROXY: '1',
  DO_NOT_TRACK: '1'
}

export interface Run {
  /** False: it had to be killed. */
  ended: boolean
  /** All that it wrote, without colours. */
  output: string
  tookMs: number
}

/** What the tool of a client is asked to read: the answer has these words only if the round was made. */
export const secret = 'Пароль от сарая: рябина'

const processes = '/proc'

/** Ends what a client has left running apart from its group, as Cline does: it is known by its home. Only where the system tells of processes. */
function endLeftBehind(home: string): void {
  if (!existsSync(processes)) return
  for (const pid of readdirSync(processes).filter((name) => /^\d+$/.test(name)))
    try {
      const variables = readFileSync(join(processes, pid, 'environ'), 'utf8').split('\0')
      if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, or belongs to another user.
    }
}

/** Runs one program. @param interrupt when it resolves, the program gets what Ctrl-C sends */
function runProgram(
  { command, words, environment: own = {} }: Program,
  { home, workspace }: Pick<Setting, 'home' | 'workspace'>,
  interrupt?: Promise<void>
): Promise<Run> {
  const begun = Date.now()
  // A group of its own, because a terminal sends Ctrl-C to all programs that a client has started.
  const child = spawn(command, words, {
    cwd: workspace,
    env: { ...environment, HOME: home, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  const send = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // It has ended.
    }
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  // Also what has left the group: it would hold the output open.
  const kill = () => {
    send('SIGKILL')
    endLeftBehind(home)
  }
  let limit = setTimeout(kill, patienceMs)
  let isOver = false
  void interrupt?.then(() => {
    send('SIGINT')
    if (isOver) return
    clearTimeout(limit)
    limit = setTimeout(kill, stopMs)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_, ending) => {
      isOver = true
      clearTimeout(limit)
      kill()
      resolve({ ended: ending !== 'SIGKILL', output: stripVTControlCharacters(output), tookMs: Date.now() - begun })
    })
  })
}

/** Sets the client up in a new home and lets it answer one prompt. */
export async function runClient(client: Client, setting: Setting, interrupt?: Promise<void>): Promise<Run> {
  const { home, workspace, prompt } = setting
  for (const folder of [home, workspace]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  writeFileSync(join(workspace, 'note.txt'), `${secret}\n`)
  for (const [file, text] of Object.entries(client.files?.(setting) ?? {})) {
    mkdirSync(join(home, file, '..'), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  const before = client.setUp?.(setting)
  if (before) await runProgram(before, setting)
  return runProgram(client.ask(setting, prompt), setting, interrupt)
}
