// Public pages as HTML: the same components as in the browser, built once more for Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pages, routes } from '#web/src/base/pages.ts'
import { root } from './root.ts'
import { demandTool } from './tool.ts'
import { vite } from './vite.ts'

/** Stands for every address that leads nowhere. */
export const notFoundPath = '/404'

/** The addresses whose text the build writes into their HTML. */
export const prerenderedPaths = [...routes.filter((route) => pages[route].prerendered), notFoundPath]

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
    const bodies = new Map<string, string>()
    for (const path of prerenderedPaths) bodies.set(path, await prerender(path))
    return bodies
  } finally {
    rmSync(folder, { recursive: true })
  }
}
