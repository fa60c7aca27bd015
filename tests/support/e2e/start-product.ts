// Starts the whole product once for all end-to-end tests, the way npm start does, beside a product that may be
// running already: other ports, a data folder that is thrown away, a sandbox in a hurry.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'
import { raisedLimits } from '../raised-limits.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteOrigin: string
    sandboxOrigin: string
  }
}

const sandboxSpeed = 5

export default async function setup(project: TestProject) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ai-platform-e2e-'))
  const product = await startProduct({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    dataFolder,
    variables: raisedLimits,
    sandboxSpeed,
    signal: new AbortController().signal
  })
  project.provide('siteOrigin', product.siteOrigin)
  project.provide('sandboxOrigin', product.sandboxOrigin)
  return async () => {
    await product.stop()
    const bugs = bugsIn(join(dataFolder, 'logs/site.log'))
    rmSync(dataFolder, { recursive: true, force: true })
    if (bugs.length > 0) throw new Error(`The API Worker met bugs:\n${bugs.join('\n')}`)
  }
}

const bugsIn = (logFile: string) =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /"event":"(bug|bad-environment)"|Uncaught/.test(line))
