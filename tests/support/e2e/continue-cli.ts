// Continue's program for the terminal, as `npm run clients` runs it: the one client of its size that is a package of the tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/base/root.ts'
import { clients } from '#scripts/clients/list.ts'
import { runClient, secret } from '#scripts/clients/run.ts'

const continueCli = clients.find(({ name }) => name === '@continuedev/cli')

/**
 * Lets it read a file by its own tool. It makes two calls.
 * @returns what it wrote, and what of that only the file has
 */
export async function readWithContinue(setting: { origin: string; key: string; model: string }) {
  if (!continueCli) throw new Error('Continue is none of the clients')
  const folder = mkdtempSync(join(tmpdir(), 'continue-'))
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')]
  const { tool } = continueCli
  const prompt = `[tool:${tool.name}] «${tool.given(join(workspace, 'note.txt'))}»`
  try {
    const { output } = await runClient(continueCli, { ...setting, installed: root, home, workspace, prompt })
    return { output, secret }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
