// The quick checks of npm test, for use between two edits.
import { quick } from './checks.ts'
import { demandNoWords, main } from './base/main.ts'
import { performStages } from './perform-stages.ts'

await main(async (signal) => {
  demandNoWords(process.argv.slice(2), 'One test: npm run test:unit -- FILE (CONTRIBUTING.md).')
  await performStages(quick, signal)
  console.log(
    'Not run: tests of the pages, of the Worker in its runtime and in a browser, and the build. npm test runs all.'
  )
})
