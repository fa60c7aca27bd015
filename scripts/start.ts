import { relative } from 'node:path'
import { localChoices } from './local.ts'
import { aborted, main } from './main.ts'
import { startProduct } from './product.ts'
import { root } from './root.ts'

await main(async (signal) => {
  const choices = localChoices()
  console.log('Starting: pages, API and sandbox …')
  const product = await startProduct({ ...choices, signal })
  const { siteOrigin, sandboxOrigin } = product
  console.log(`
  Site      ${siteOrigin}
  Mail      ${sandboxOrigin}/mail   every letter of the site arrives here
  Sandbox   ${sandboxOrigin}        stands in for all AI services; words for faults, speed
  Data      ${relative(root, choices.dataFolder) || '.'}/   kept between runs; delete it to begin afresh

  Ctrl-C stops everything.
`)
  const failure = await Promise.race([product.failed, aborted(signal)])
  if (failure === undefined) console.log('Stopping …')
  else console.error(failure)
  await product.stop()
  if (failure !== undefined) process.exit(1)
})
