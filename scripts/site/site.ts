import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityProviders } from '#contract/identity-providers.ts'
import { browsers } from '#web/browsers.ts'
import { beforePaint, readManifest, siteIn, takeOutConsoleManifest, takeOutManifest } from './build-manifest.ts'
import { writeOfflineFiles } from './offline-files.ts'
import { unlessUnchanged } from '../base/fingerprint.ts'
import { oneAtATime } from '../base/one-at-a-time.ts'
import { openApiText } from '../openapi/document.ts'
import { renderPublicPages } from './prerender.ts'
import { writePublicPages } from './public-pages.ts'
import { root } from '../base/root.ts'
import { demandTool } from '../base/tool.ts'
import { vite } from './vite.ts'

/** A deployment builds with settings of its own, so it has a folder of its own. */
export const buildFolder = process.env.SITE_BUILD_FOLDER || join(root, 'web/dist')
/** The part of a build that is served. */
export const siteFolder = siteIn(buildFolder)

/** The files on which the built site depends, beside its settings. */
export const siteInputs = [
  'web/index.html',
  'web/public',
  'web/src',
  'web/diagram',
  'web/console',
  'web/browsers.ts',
  'web/vite.config.ts',
  'web/shared-files.ts',
  'web/markdown-without-unused.ts',
  'web/own-icons.ts',
  'web/router-without-unused.ts',
  'web/sonner-without-inline-styles.ts',
  'web/zod-parts.ts',
  'web/zod-without-unused.ts',
  'contract',
  'formats',
  'scripts/openapi',
  'scripts/site/build-manifest.ts',
  'scripts/site/offline-files.ts',
  'scripts/site/prerender.ts',
  'scripts/site/public-pages.ts',
  'scripts/site/site.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'web/tsconfig.json'
]

/** The environment variables of the site's build: see docs/environment.md. */
const settings = Object.entries(process.env)
  .filter(([name]) => name.startsWith('VITE_'))
  .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Where the built site says that it is. */
export const builtOrigin = process.env.VITE_SITE_ORIGIN || 'http://localhost:8788'

const viteWords = (config: string, to: string) => [
  vite,
  'build',
  `--config=${join(root, config)}`,
  '--logLevel=warn',
  `--outDir=${to}`,
  '--emptyOutDir'
]

/** Every page waits for this file before its first paint, and Vite copies it as it is written. */
async function minifyBeforePaint() {
  // Loaded here, because a site that is built already needs none of it.
  const { minifySync } = await import('vite')
  const file = join(siteFolder, beforePaint)
  const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), {
    module: false,
    compress: { target: browsers }
  })
  if (errors.length > 0) throw new Error(`${beforePaint} cannot be minified: ${errors[0]?.message}`)
  writeFileSync(file, code)
}

async function build() {
  const environment = {
    // What the site does not sell: docs/environment.md.
    VITE_UNCONNECTED: '',
    // Locally each of them has its settings. A deployment names those that have theirs.
    VITE_WAYS_IN: identityProviders.join(' '),
    ...process.env,
    // Always a production build, whatever NODE_ENV the caller has (tests set one).
    NODE_ENV: 'production',
    // The date in the prerendered legal pages, until the browser puts in today's.
    VITE_BUILT_ON: new Date().toISOString().slice(0, 10)
  }
  await demandTool({
    nodeArguments: viteWords('web/vite.config.ts', siteFolder),
    environment
  })
  takeOutManifest(buildFolder)
  await minifyBeforePaint()
  // Into folders of the site, which the build before has emptied.
  for (const [own, folder] of Object.entries({ diagram: 'diagram', console: 'operator' }))
    await demandTool({
      nodeArguments: viteWords(`web/${own}/vite.config.ts`, join(siteFolder, folder)),
      environment
    })
  takeOutConsoleManifest(buildFolder)
  writePublicPages(buildFolder, builtOrigin, await renderPublicPages(environment))
  writeOfflineFiles(buildFolder, readManifest(buildFolder))
  writeFileSync(join(siteFolder, 'openapi.json'), openApiText(builtOrigin))
}

/** Held during a build: two at once would mix their files. It lies outside the build's folder, which people delete. */
const lock = join(root, 'node_modules/.site-build.lock')

/**
 * Builds the SPA, unless the last build used the same files and settings, whose record lies beside the site.
 * While another process builds, waits for it.
 * @throws SetupProblem with what Vite printed
 */
export const buildSite = () =>
  oneAtATime(lock, () =>
    unlessUnchanged(join(buildFolder, 'inputs.sha256'), siteInputs, build, JSON.stringify(settings))
  )
