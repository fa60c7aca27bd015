// How long a provider is switched off because our account there has no money. Pure.

/**
 * How long no request is sent to the provider. Afterwards the next request tries it again: when an operator has paid, the
 * service comes back by itself, otherwise that request switches it off again.
 */
export const outageMs = 10 * 60_000

/** The time at which each provider is switched on again. */
export type Outages = Readonly<Record<string, number>>

export const isAway = (outages: Outages, provider: string, now: number): boolean => (outages[provider] ?? 0) > now
