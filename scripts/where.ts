// Says where in the sources the stack of a log line is: docs/operate.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { main } from './base/main.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { buildScript, workerMain } from './base/worker-script.ts'
import { keptMaps, mapsIn, type SourceMaps } from './deploy/kept-maps.ts'
import { hasPlace, mapStack, stackIn } from './where/log-stack.ts'

const usage = `npm run where -- 'LINE' [--version=TAG]

LINE       a line of the log, or the stack in it; without it, standard input is read
--version  the tag of the version that wrote it, where the line does not name it`

interface Question {
  line: string | undefined
  version: string | undefined
}

function questionIn(words: string[]): Question {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { version: { type: 'string' } },
      allowPositionals: true
    })
    if (positionals.length > 1) throw new SetupProblem(usage)
    return { line: positionals[0], version: values.version }
  } catch {
    throw new SetupProblem(usage)
  }
}

/** The maps of what these files make now: the same as those of a version that was made of the same files. */
async function builtMaps(): Promise<SourceMaps> {
  const folder = mkdtempSync(join(tmpdir(), 'where-'))
  try {
    await buildScript(workerMain, folder)
    return mapsIn(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const reasonFor = (version: string | null): string =>
  version === null
    ? 'The line names no version'
    : `Version ${version} was not deployed from here (the commit is in its message: check that out first)`

await main(async (signal) => {
  const { line, version: asked } = questionIn(process.argv.slice(2))
  const logged = stackIn(line ?? (await text(addAbortSignal(signal, process.stdin))))
  if (!hasPlace(logged.stack)) throw new SetupProblem(`No place of the script stands in it.\n\n${usage}`)
  const version = asked ?? logged.version
  if (version !== null && !/^\w+$/.test(version)) throw new SetupProblem(usage)
  const kept = version === null ? null : keptMaps(join(root, '.deploy'), version)
  if (kept === null) console.error(`${reasonFor(version)}, so these are places in the files as they are here.`)
  const maps = kept ?? (await builtMaps())
  console.log(mapStack(logged.stack, (file) => maps[file]))
})
