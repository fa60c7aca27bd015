import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a secret that is kept for this user alone, whole or not at all: a disk that is full would leave an empty file. */
export function writeWhole(file: string, secret: string): void {
  const begun = `${file}.${process.pid}`
  try {
    writeFileSync(begun, secret, { mode: 0o600 })
    renameSync(begun, file)
  } finally {
    rmSync(begun, { force: true })
  }
}
