/** Passes the API for programs on to the API Worker unchanged. A preview of the pages has no API Worker. */
export { onRequest } from '../api/_middleware.ts'
