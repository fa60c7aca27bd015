// Entry of the commands of package.json that are scripts/<name>.ts. It runs on any Node from 20 on without installed packages: it
// installs those of package-lock.json, then runs the TypeScript program of the given name on the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const projectNode = join(root, 'node_modules/.bin/node')
const [name, ...rest] = process.argv.slice(2)

/** An installation that was killed or met a full disk may have left half a record. */
function packagesIn(record) {
  try {
    return JSON.parse(readFileSync(record, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Compares package-lock.json with the copy that npm keeps in node_modules. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(projectNode)) return false
  const installed = packagesIn(record)
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version
  )
}

function install() {
  console.log('Installing packages (npm ci) …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit'
  })
  if (status === 0) return
  console.error(`npm ci failed${error ? `: ${error.message}` : ''}. The packages come from your npm registry (npm config get registry): is the
network there, and room on the disk? Then give the command again.`)
  process.exit(1)
}

if (!isInstalled()) install()

const program = spawn(projectNode, [join(root, 'scripts', `${name}.ts`), ...rest], {
  cwd: root,
  // The IPC channel closes when this process ends in any way, which tells the program to stop.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    // Programs that are started again and again, such as wrangler, are compiled once.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled')
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
// When npm is killed, this process is not: it only gets another parent, so it watches for that.
const parent = process.ppid
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => process.ppid === parent || program.kill('SIGTERM'), 500).unref()
program.on('error', ({ message }) => {
  console.error(`Node of the packages does not start: ${message}. Delete node_modules, and give the command again.`)
  process.exit(1)
})
program.on('exit', (code) => process.exit(code ?? 1))
