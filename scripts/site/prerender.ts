// Renders public pages to HTML: the same components as in the browser, built a second time for Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pages, routes } from '#web/src/base/pages.ts'
import { root } from '../base/root.ts'
import { demandTool } from '../base/tool.ts'
import { vite } from './vite.ts'

/** The page for every unknown address. */
export const notFoundPath = '/404'

/** The paths of the pages that the build prerenders. */
export const prerenderedPaths = [...routes.filter((route) => pages[route].prerendered), notFoundPath]

/**
 * @param environment the environment of the browser build: both builds need the same settings
 * @returns the content of `#root`, by the page's path
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
