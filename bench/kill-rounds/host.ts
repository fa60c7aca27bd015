// The product as a process of its own, so that a round can kill it: as npm start runs it, with the seeding call and
// raised limits, and without the sandbox. The sandbox plays the outside world, which a crash of the product does not stop.
import { resolve } from 'node:path'
import { aborted, main } from '#scripts/base/main.ts'
import { readPort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'
import { raisedLimits } from '#tests/support/raised-limits.ts'

await main(async (signal) => {
  const product = await startProduct({
    port: readPort('PORT', 8788),
    sandboxPort: readPort('SANDBOX_PORT', 8799),
    sandboxRuns: true,
    dataFolder: resolve(process.env.DATA_FOLDER ?? ''),
    main: 'tests/support/seeding/worker.ts',
    variables: raisedLimits,
    signal
  })
  await Promise.race([product.failed, aborted(signal)])
  await product.stop()
})
