/** A call that only the benches' own entry of the product's Worker has; no deployment has it. */
export const tokensPath = '/api/bench-tokens'
