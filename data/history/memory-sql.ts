// SQL about a user's memory, for queries that read other things as well.

/** One value, of the user ?1: the lines as the models are told them, one a line, oldest first; null: the memory is off. */
export const rememberedLines = `
  (select coalesce((select group_concat(text, char(10)) from (
    select text from memory_lines where user_id = ?1 order by id)), '')
  from memory_settings where user_id = ?1 and is_on)`

/** Whether the user wants no memory in a conversation, or in its project. @param chat its table in the query */
export const isMemoryOff = (chat = 'conversations'): string => `
  (coalesce((select is_memory_off from chat_settings where conversation_id = ${chat}.id), 0)
    or coalesce((select is_memory_off from projects where projects.folder_id = ${chat}.folder_id), 0))`

/** What is offered to the user ?2 after an answer of `message` in the conversation ?1. */
export const offerOf = (message: string): string => `
  case ${message}.role when 'assistant' then (select nullif(text, '') from memory_offers
    where user_id = ?2 and operation_id = ${message}.operation_id
      and not exists (select 1 from conversations as chat where chat.id = ?1 and ${isMemoryOff('chat')})) end`
