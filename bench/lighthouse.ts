// Runs Lighthouse (mobile preset) several times on the public pages of a product that it starts, and prints medians.
// The benchmark index shows how fast the machine was; below 1000 it was busy and the performance score means little.
// Run with `node bench/lighthouse.ts`; npm downloads Lighthouse, which is not a dependency of the project.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { findChromium } from '#scripts/chromium.ts'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'

const version = '12.8.2'
const pages = ['/', '/pricing', '/learning']
const rounds = 5

const audit = z.object({ numericValue: z.number() })
const report = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.object({
    'first-contentful-paint': audit,
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit
  })
})

const dataFolder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const product = await startProduct({
  port: await findFreePort(),
  sandboxPort: await findFreePort(),
  dataFolder,
  signal: new AbortController().signal
})

/** How often a page is measured again when Lighthouse itself failed, as it does on a busy machine. */
const triesMax = 3

function measure(path: string, tries = 1): z.infer<typeof report> {
  const file = join(dataFolder, 'report.json')
  const flags = ['--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox']
  try {
    execFileSync('npm', ['exec', '--yes', `lighthouse@${version}`, '--', `${product.siteOrigin}${path}`, ...flags], {
      env: { ...process.env, CHROME_PATH: findChromium() },
      stdio: ['ignore', 'ignore', 'inherit']
    })
  } catch (error) {
    if (tries === triesMax) throw error
    return measure(path, tries + 1)
  }
  return report.parse(JSON.parse(readFileSync(file, 'utf8')))
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

try {
  for (const path of pages) {
    const runs = Array.from({ length: rounds }, () => measure(path))
    const scores = Object.keys(runs[0]?.categories ?? {}).map(
      (name) => `${name} ${Math.round(median(runs.map(({ categories }) => (categories[name]?.score ?? 0) * 100)))}`
    )
    const ms = (name: Exclude<keyof (typeof runs)[number]['audits'], 'cumulative-layout-shift'>) =>
      `${Math.round(median(runs.map(({ audits }) => audits[name].numericValue)))} ms`
    const shift = median(runs.map(({ audits }) => audits['cumulative-layout-shift'].numericValue))
    console.log(`${path}: ${scores.join(', ')}`)
    console.log(
      `  first paint ${ms('first-contentful-paint')}, largest ${ms('largest-contentful-paint')}, ` +
        `blocked ${ms('total-blocking-time')}, shift ${shift.toFixed(3)}, ` +
        `machine ${Math.round(median(runs.map(({ environment }) => environment.benchmarkIndex)))}`
    )
  }
} finally {
  await product.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
