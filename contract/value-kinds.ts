/**
 * tokens: given or taken. correction: of a frozen wallet. code: promotion codes. campaign: invitations. premium: days of Premium.
 * payment: an order in review that is credited. job: tokens returned for a job.
 */
export const valueKinds = ['tokens', 'correction', 'code', 'campaign', 'premium', 'payment', 'job'] as const
export type ValueKind = (typeof valueKinds)[number]
