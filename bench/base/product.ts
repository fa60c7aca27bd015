import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#scripts/ports.ts'
import { type Product, startProduct } from '#scripts/product.ts'

/**
 * Starts the product with no data.
 * @param name of the folder that holds its data until it is stopped
 * @param limits settings of the API that no call of the bench may reach
 */
export async function startEmptyProduct(name: string, limits: readonly string[]): Promise<Product> {
  const dataFolder = mkdtempSync(join(tmpdir(), `${name}-`))
  const product = await startProduct({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    dataFolder,
    variables: Object.fromEntries(limits.map((limit) => [limit, '100000'])),
    signal: new AbortController().signal
  })
  return {
    ...product,
    stop: async () => {
      await product.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    }
  }
}
