/** Calls that only the bench's own entries of the product's Worker have; no deployment has them. */
export const tokensPath = '/api/bench-tokens'
export const tracePath = '/api/bench-trace'
export const growPath = '/api/bench-growth'
