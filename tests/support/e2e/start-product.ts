// Starts the whole product for all end-to-end tests, as npm start does, but with other ports and a temporary data folder, so
// that another product may run at the same time, and with a faster sandbox.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keptToken } from '#scripts/kept-token.ts'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'
import { reportMore } from '#scripts/test-report.ts'
import { hashPassword } from '#worker/crypto/passwords.ts'
import { raisedLimits } from '../raised-limits.ts'
import { password } from '../seeding/call.ts'
import { axePath } from './accessibility.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteOrigin: string
    sandboxOrigin: string
    /** Names operators: see operator.ts. */
    operatorToken: string
    /** The hash of `password`, computed once for all seeded accounts. */
    passwordHash: string
  }
}

const sandboxSpeed = 20

async function start(project: TestProject, dataFolder: string) {
  const product = await startProduct({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    dataFolder,
    main: 'tests/support/seeding/worker.ts',
    variables: raisedLimits,
    sandboxSpeed,
    withRegister: process.env.REGISTER === '1',
    readerPatienceMs: 4_000,
    signal: new AbortController().signal
  })
  copyFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), join(dataFolder, 'site', axePath))
  project.provide('siteOrigin', product.siteOrigin)
  project.provide('sandboxOrigin', product.sandboxOrigin)
  project.provide('operatorToken', keptToken(dataFolder, 'operator'))
  project.provide('passwordHash', await hashPassword(password))
  return () => product.stop()
}

export default async function setup(project: TestProject) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ai-platform-e2e-'))
  const stop = await start(project, dataFolder)
  return async () => {
    await stop()
    const bugs = bugsIn(join(dataFolder, 'logs/site.log'))
    rmSync(dataFolder, { recursive: true, force: true })
    if (bugs.length === 0) return
    // No repetition of a failed test makes up for them.
    reportMore(bugs.length)
    throw new Error(`The API Worker met bugs:\n${bugs.join('\n')}`)
  }
}

const bugsIn = (logFile: string) =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /"event":"(bug|bad-environment)"|Uncaught/.test(line))
