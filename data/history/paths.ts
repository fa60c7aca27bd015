// SQL about the tree of a conversation's messages (domain/turn-place.ts). In all of it ?1 is the conversation and ?2 its owner.

export const ownedConversation = 'select leaf_id from conversations where id = ?1 and user_id = ?2'

/** The end of the newest way down from a message: itself, when nothing follows it. */
export const newestBelow = (anchor: string): string => `
  (with recursive way (id, depth) as (
    select ${anchor}, 1
    union all
    select (select max(id) from messages where conversation_id = ?1 and parent_id = way.id), depth + 1
    from way where way.id is not null)
  select id from way where id is not null order by depth desc limit 1)`

/**
 * The message `start` and those before it, up to the first, as the table `path`: `place` counts from 1, backwards.
 * Nothing when the user has no such conversation, or the conversation no such message.
 */
export const pathUpFrom = (start: string, placesMax?: number): string => `
  path (id, parent_id, place) as (
    select id, parent_id, 1 from messages
    where id = ${start} and conversation_id = ?1 and exists (${ownedConversation})
    union all
    select message.id, message.parent_id, path.place + 1
    from path join messages as message on message.id = path.parent_id
    ${placesMax === undefined ? '' : `where path.place < ${placesMax}`})`

/** The bytes of a message's texts, without its model. */
export const textBytes = (table: string): string =>
  `(octet_length(${table}.content) + coalesce(octet_length(${table}.thinking), 0) + coalesce(octet_length(${table}.sources), 0)
    + coalesce(octet_length(${table}.works), 0) + coalesce(octet_length(${table}.read), 0))`

/** As data/history/schema.ts names them. */
export const messageColumns = (table: string): string =>
  `${table}.id, ${table}.conversation_id as conversationId, ${table}.parent_id as parentId, ${table}.role, ${table}.content,
    ${table}.model, ${table}.operation_id as operationId, ${table}.outcome, ${table}.charged_tokens as chargedTokens,
    ${table}.usd_micros as usdMicros, ${table}.upstream_model as upstreamModel, ${table}.thinking, ${table}.sources,
    ${table}.works, ${table}.read, ${table}.unavailable, ${table}.created_at as createdAt`
