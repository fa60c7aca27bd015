// Chromium for the end-to-end tests: the one of the machine, or one installed from Debian's or Ubuntu's packages.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SetupProblem } from './setup-problem.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
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

/** The path of a Chromium or Chrome of this machine; CHROMIUM_PATH names another one. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return isExecutable(chosen) ? chosen : undefined
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...usualPlaces].find(isExecutable)
}

const succeeds = (command: string, ...parameters: string[]) =>
  spawnSync(command, parameters, { stdio: 'ignore' }).status === 0

/**
 * Finds Chromium or installs it with apt, which needs root or a sudo without a password.
 * @throws SetupProblem that says what to install
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (succeeds('apt-get', '--version') && (prefix.length === 0 || succeeds('sudo', '-n', 'true'))) {
    console.log('Installing Chromium with apt-get …')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      const [command = '', ...parameters] = [...prefix, 'apt-get', '-qq', ...step]
      spawnSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
    }
  }
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new SetupProblem(
    'The end-to-end tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium) or name one: CHROMIUM_PATH=…'
  )
}
