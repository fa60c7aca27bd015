import { everything } from './checks.ts'
import { main } from './main.ts'
import { performStages } from './perform-stages.ts'

await main((signal) => performStages(everything, signal))
