// What a key of the API may do, in words. Apart from the calls, because the user's object needs no schemas of calls.

/** `models`: the list of models; `balance`: what is left to spend. */
export const apiScopes = ['chat', 'images', 'audio', 'models', 'balance'] as const
export type ApiScope = (typeof apiScopes)[number]

/** A user's keys that work at the same time. */
export const apiKeysMax = 20
