// What a key of the API may do, in words. Apart from the calls, because the user's object needs no schemas of calls.

/** `chat`: answers of models; `models`: their list; `balance`: what is left to spend and what was spent. */
export const apiScopes = ['chat', 'models', 'balance'] as const
export type ApiScope = (typeof apiScopes)[number]

/** A user's keys that work at the same time. */
export const apiKeysMax = 20
