// The first word of every query's key. A file of its own: the live channel, which every page loads, names them all, and
// must not bring the calls of all features with them.

export const accountKey = ['account'] as const
export const confirmEmailKey = ['confirm-email'] as const
/** Of the lists of all services. */
export const conversationsKey = ['conversations'] as const
export const jobsKey = ['jobs'] as const
export const paymentsKey = ['payments'] as const
export const statusKey = ['status'] as const
export const subscriptionKey = ['subscription'] as const
/** Of everything that shows tokens. */
export const walletKey = ['wallet'] as const

export const messagesKey = (conversationId: number | null) => ['messages', conversationId] as const
