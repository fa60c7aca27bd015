import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { SetupProblem } from './base/setup-problem.ts'

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/**
 * Claims the data folder for this process until it exits: two runtimes would corrupt one SQLite file. The claim is a
 * listening socket because, unlike a file with a process id, it ends with its owner.
 * @throws SetupProblem when another process holds it
 */
export async function claimFolder(dataFolder: string): Promise<void> {
  const path = relative(process.cwd(), join(dataFolder, 'in-use'))
  if (await answers(path))
    throw new SetupProblem(`${dataFolder} is in use by another run. Stop it, or choose another folder: DATA_FOLDER=…`)
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  server.unref()
}
