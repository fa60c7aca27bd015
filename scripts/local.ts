import { join, resolve } from 'node:path'
import { readPort } from './ports.ts'
import { root } from './root.ts'

/** What a person may choose for a product on their own machine. */
export const localChoices = () => ({
  port: readPort('PORT', 8788),
  sandboxPort: readPort('SANDBOX_PORT', 8799),
  dataFolder: resolve(root, process.env.DATA_FOLDER || '.data'),
  ownSettings: join(root, '.dev.vars')
})
