import { everything } from './checks.ts'
import { demandNoWords, main } from './base/main.ts'
import { performStages } from './perform-stages.ts'

await main((signal) => {
  demandNoWords(process.argv.slice(2), 'One test: npm run test:unit -- FILE (CONTRIBUTING.md).')
  return performStages(everything, signal)
})
