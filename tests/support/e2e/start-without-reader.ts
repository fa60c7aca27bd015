// `npm start` without the reader of documents, which takes a third of the time that a start takes.
import { startProduct } from '#scripts/product.ts'
import { serveLocally } from '#scripts/serve-locally.ts'

await serveLocally((options) => startProduct({ ...options, withoutReader: true }))
