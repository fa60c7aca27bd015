// The parts of a local product end with the process that started them, however that one ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '#scripts/base/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'child-'))
const logFile = join(folder, 'part.log')

/** Ends by itself after a minute, so that a failed test leaves nothing. */
const listen = `
  require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })
  setTimeout(() => process.exit(), 60_000)`

/** Listens on a port, as does its own child; both print theirs. */
const part = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listen)}], { stdio: 'inherit' })
  ${listen}`

const program = `
  import { startChild } from '${root}/scripts/child.ts'
  startChild(${JSON.stringify({
    name: 'Part',
    nodeArguments: ['-e', part],
    workingFolder: root,
    environment: {},
    logFile
  })})`

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

const printed = () => (existsSync(logFile) ? (readFileSync(logFile, 'utf8').match(/\d+(?=\n)/g) ?? []) : [])

let starter: ChildProcess | undefined
afterEach(() => {
  starter?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a part and its own child end when their starter is killed', async () => {
  starter = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  await vi.waitUntil(() => printed().length === 2, { timeout: 30_000 })
  const ports = printed().map(Number)
  expect(await Promise.all(ports.map(answers))).toEqual([true, true])
  starter.kill('SIGKILL')
  await vi.waitUntil(async () => !(await Promise.all(ports.map(answers))).includes(true), { timeout: 30_000 })
})
