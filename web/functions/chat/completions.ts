/** The API for programs whose base address lacks `/v1`: this, `responses.ts` and `models`. */
export { onRequest } from '../api/_middleware.ts'
