/**
 * Passes the API for programs on to the API Worker unchanged. A preview of the pages has no API Worker. As middleware, because a route
 * takes no empty part: `/v1//models` is what clients make of a base address with a final slash.
 */
export { onRequest } from '../api/[[path]].ts'
