import type { ChatDialect } from '#contract/chat-dialects.ts'
import { isChatDialect } from '#contract/supplier-dialects.ts'
import type { Connection } from '../http/connection.ts'

/** An account at a maker or a reseller of answers. */
export type ChatConnection = Connection<ChatDialect>

export const isOfChats = (connection: Connection): connection is ChatConnection => isChatDialect(connection.dialect)
