// A copy of the repository that holds the faults, so that a run which is stopped leaves none behind in the repository.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/base/root.ts'

function demand(program: string, words: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
  return stdout
}

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'mutants-'))

  /** Copies the files that Git knows or would add, with the changes, and links the packages. */
  fill() {
    const listed = demand('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name))))
      cpSync(join(root, file), join(this.folder, file))
    demand('cp', ['-al', 'node_modules', join(this.folder, 'node_modules')])
    // Linked as well, so Vitest would write into the repository's file how long the tests took.
    rmSync(join(this.folder, 'node_modules/.vite'), { recursive: true, force: true })
  }

  /** Does the work while a file has another content. */
  async changed<Result>(
    file: string,
    change: (source: string) => string,
    work: () => Promise<Result>
  ): Promise<Result> {
    const path = join(this.folder, file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, change(source))
    try {
      return await work()
    } finally {
      writeFileSync(path, source)
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 })
  }
}
