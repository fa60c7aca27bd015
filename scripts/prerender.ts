// Public pages as HTML: the same components as in the browser, built once more for Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { root } from './root.ts'
import { demandTool } from './tool.ts'
import { vite } from './vite.ts'

/** Stands for every address that leads nowhere. */
export const notFoundPath = '/404'

/** The pages that are rendered, each with the module of its code. */
export const prerenderedPages: Readonly<Record<string, string>> = {
  '/': 'src/site/home/page.tsx',
  '/pricing': 'src/site/pricing/page.tsx',
  '/learning': 'src/site/learning/page.tsx',
  ...Object.fromEntries(legalLinks.map(({ path }) => [path, 'src/site/legal/page.tsx'])),
  [notFoundPath]: 'src/base/page/not-found-page.tsx'
}

/**
 * @param environment of the build of the pages: they must agree in every setting
 * @returns what belongs into `#root`, by the page's path
 */
export async function renderPublicPages(environment: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'prerender-'))
  try {
    const nodeArguments = [vite, 'build', '--config', join(root, 'web/vite.config.ts'), '--logLevel', 'warn']
    await demandTool({
      nodeArguments: [...nodeArguments, '--ssr', join(root, 'web/src/app/prerender.tsx'), '--outDir', folder],
      environment
    })
    const { prerender } = await import(pathToFileURL(join(folder, 'prerender.mjs')).href)
    const pages = new Map<string, string>()
    for (const path of Object.keys(prerenderedPages)) pages.set(path, await prerender(path))
    return pages
  } finally {
    rmSync(folder, { recursive: true })
  }
}
