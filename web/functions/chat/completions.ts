/** Clients that join a base address without a final slash, such as Continue, leave out its last part: it is the call below `/v1`. */
export { onRequest as onRequestOptions, onRequest as onRequestPost } from '../api/_middleware.ts'
