// The first part of every query key. They share a file because the live connection, which every page loads, uses them all and
// must not load the calls of all features.

export const accountKey = ['account'] as const
export const announcementsKey = ['announcements'] as const
export const confirmEmailKey = ['confirm-email'] as const
/** The lists of conversations of all services. */
export const conversationsKey = ['conversations'] as const
export const instructionKey = (conversationId: number) => ['instruction', conversationId] as const
export const jobsKey = ['jobs'] as const
/** What a job was made from and what was made from it. */
export const lineageKey = (jobId: string) => ['jobs', 'lineage', jobId] as const
export const paymentsKey = ['payments'] as const
/** The projects that folders of chats are. */
export const projectsKey = ['projects'] as const
export const pricesKey = ['prices'] as const
export const rolesKey = ['roles'] as const
/** The links to chats, of their owner; and what a link shows. */
export const sharesKey = ['shares'] as const
export const sharedKey = ['shared'] as const
export const statusKey = ['status'] as const
export const subscriptionKey = ['subscription'] as const
/** Everything that shows tokens. */
export const walletKey = ['wallet'] as const

export const allMessagesKey = ['messages'] as const
export const messagesKey = (conversationId: number | null) => [...allMessagesKey, conversationId] as const

export const attachmentKey = (id: string) => ['attachment', id] as const
