// Bounds of what is sold and who supplies it, for the contract, for what reads suppliers' lists and for the console's fields.

/** Micro-dollars for a million tokens: $1 is 1 000 000. No model costs more than $1,000; what is dearer is in another unit. */
export const listMicrosMax = 1_000_000_000

export const contextTokensMax = 10_000_000

/** Who may be asked for one model. More would only make a failing answer wait longer. */
export const routesMax = 5

/** Who may be asked for one work of a tool. */
export const suppliesMax = 5
