import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupProblem } from '../base/setup-problem.ts'
import type { Client } from './list.ts'

function versionIn(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/**
 * Installs a client below a folder, unless it is there; its install scripts do not run.
 * @returns the folder that has its `node_modules`
 */
export async function install({ name, version }: Client, cacheFolder: string, signal: AbortSignal): Promise<string> {
  const folder = join(cacheFolder, name.replaceAll(/[@/]+/g, '-').replace(/^-/, ''))
  if (versionIn(folder, name) === version) return folder
  mkdirSync(folder, { recursive: true })
  // npm installs beside the nearest package.json, which would be the project's own.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
  const code = await new Promise<number | null>((resolve, reject) => {
    const npm = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], signal })
    npm.on('error', reject).on('close', resolve)
  })
  if (code !== 0) throw new SetupProblem(`npm did not install ${name}@${version}`)
  return folder
}
