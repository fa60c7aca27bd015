/**
 * tokens: given or taken. correction: of a frozen wallet. code: of a promotion. campaign: of invitations. premium: days of Premium. payment: an order in
 * review that is credited. job: returned for a work.
 */
export const valueKinds = ['tokens', 'correction', 'code', 'campaign', 'premium', 'payment', 'job'] as const
export type ValueKind = (typeof valueKinds)[number]
