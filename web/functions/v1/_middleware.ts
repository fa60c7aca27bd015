/** Passes the API for programs on to the API Worker, as `api/_middleware.ts` does. */
export { onRequest } from '../api/_middleware.ts'
