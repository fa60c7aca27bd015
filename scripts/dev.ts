import { serveLocally } from './serve-locally.ts'
import { startDevelopment } from './product.ts'

await serveLocally(startDevelopment)
