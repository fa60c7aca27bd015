import { serveLocally } from './serve-locally.ts'
import { startProduct } from './product.ts'

await serveLocally(startProduct)
