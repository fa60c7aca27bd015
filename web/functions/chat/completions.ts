/** The API for programs whose base address lacks `/v1`: this, and all that name it. */
export { onRequest } from '../api/_middleware.ts'
