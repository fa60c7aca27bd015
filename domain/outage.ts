// When a provider at which our account has no money is switched off. Pure.

/**
 * How long nothing is sent to the provider. Afterwards the next request tries it again: when a person has paid, the
 * service comes back by itself, otherwise that request switches it off again.
 */
export const outageMs = 10 * 60_000

/** By provider, when it is switched on again. */
export type Outages = Readonly<Record<string, number>>

export const isAway = (outages: Outages, provider: string, now: number): boolean => (outages[provider] ?? 0) > now
