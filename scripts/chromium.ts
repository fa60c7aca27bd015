// Chromium for the end-to-end tests: an installed one, or else the package of Debian or Ubuntu. The headless shell is the same
// browser without its own windows: loading a page in it takes a third of the browser's own processor time.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SetupProblem } from './base/setup-problem.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const usualPlaces = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = (wanted: string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => wanted.map((name) => join(folder, name)))

/** The path of an installed Chromium or Chrome; CHROMIUM_PATH overrides it. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return isExecutable(chosen) ? chosen : undefined
  return [...onPath(names), ...usualPlaces].find(isExecutable)
}

/** The path of an installed headless shell, unless CHROMIUM_PATH names the browser for everything. */
export const findHeadlessShell = (): string | undefined =>
  process.env.CHROMIUM_PATH ? undefined : onPath(shellNames).find(isExecutable)

const run = (command: string, parameters: string[], signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env: environment, signal })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

/**
 * Finds Chromium or installs it with apt, which needs root or sudo without a password.
 * @returns its path
 * @throws SetupProblem that says what to install
 */
export async function ensureChromium(signal: AbortSignal): Promise<string> {
  const found = findChromium()
  if (found !== undefined && (process.env.CHROMIUM_PATH || findHeadlessShell())) return found
  const [command, ...prefix] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  const apt = (...parameters: string[]) => run(command, [...prefix, '-qq', ...parameters], signal)
  const install = (name: string) => apt('install', '-y', '--no-install-recommends', name)
  // Not every system has a package of the headless shell: the tests do without.
  if (await apt('update')) for (const name of ['chromium', 'chromium-headless-shell']) await install(name)
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new SetupProblem(
    'The end-to-end tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium) or name one: CHROMIUM_PATH=…'
  )
}
