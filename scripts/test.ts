import { everything } from './checks.ts'
import { main } from './base/main.ts'
import { performStages } from './perform-stages.ts'

await main((signal) => performStages(everything, signal))
