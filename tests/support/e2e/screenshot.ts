import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(process.env['SCREENSHOTS_FOLDER'] ?? tmpdir(), 'ai-platform-screenshots')

/** Saves a screenshot of the whole page. @returns the file's path */
export async function takeScreenshot(page: Page, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const { width = 0 } = page.viewportSize() ?? {}
  const path = join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${width}.png`)
  await page.screenshot({ path, fullPage: true })
  return path
}
