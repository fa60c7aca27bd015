/** As `../chat/completions.ts`. */
export { onRequest } from '../api/_middleware.ts'
