// The Chromium of a process of end-to-end tests; tests use separate browser contexts in it. Each process has its own, because one that all
// share is reached through the main process of Vitest, which then passes on every message.
import { chromium, type Browser } from 'playwright-core'
import { findChromium, findHeadlessShell } from '#scripts/chromium.ts'

const quietOffline = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages of a context, so that they share loaded and compiled code.
  '--process-per-site',
  // Pages live for seconds, so compilers that pay off over minutes only cost: pages load a tenth cheaper, axe checks a fifth. And what is
  // compiled stays so for the next page: a script that streams in is compiled before its page looks whether it is.
  '--js-flags=--no-maglev --no-turbofan --no-script-streaming --no-flush-bytecode',
  '--use-fake-device-for-media-stream',
  // Requests to other machines are blocked and fail the test.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

/**
 * Drawing and network as threads of the shell: what passes between processes costs it a tenth more. And one process for a context from its
 * first page on: a page begins blank, in a process that it would leave at once, which costs a fifth of loading it. The whole browser is as
 * users have it.
 */
const inOneProcess = [
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess,NetworkServiceInProcess2',
  '--renderer-process-limit=1'
]

/** Quick: for most tests, the headless shell, where there is one. Whole: with what the shell lacks, microphones and notifications. */
export type BrowserKind = 'quick' | 'whole'

/** @throws when the machine has no Chromium */
export async function launchBrowser(kind: BrowserKind): Promise<Browser> {
  const shell = kind === 'quick' ? findHeadlessShell() : undefined
  const executablePath = shell ?? findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: run npm test once, it installs one')
  return chromium.launch({ executablePath, args: shell ? [...quietOffline, ...inOneProcess] : quietOffline })
}
