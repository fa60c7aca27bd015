// The Chromium of all end-to-end tests of a run; tests use separate browser contexts in it.
import { chromium, type BrowserServer } from 'playwright-core'
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
  // Pages live for seconds, so compilers that pay off over minutes only cost: pages load a tenth cheaper, axe checks a fifth.
  '--js-flags=--no-maglev --no-turbofan',
  '--use-fake-device-for-media-stream',
  // Requests to other machines are blocked and fail the test.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'
]

function launch(executablePath: string | undefined): Promise<BrowserServer> {
  if (executablePath === undefined) throw new Error('No Chromium: run npm test once, it installs one')
  return chromium.launchServer({ executablePath, args: quietOffline, host: '127.0.0.1' })
}

export interface Browsers {
  /** For most tests: the headless shell, where there is one. */
  quick: BrowserServer
  /** With the parts that the shell lacks: microphones and notifications. */
  whole: BrowserServer
}

/** @throws when the machine has no Chromium */
export async function startBrowsers(): Promise<Browsers> {
  const [quick, whole] = await Promise.all([launch(findHeadlessShell() ?? findChromium()), launch(findChromium())])
  return { quick, whole }
}
