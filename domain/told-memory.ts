// What a user's memory adds to a question. Pure.

/**
 * The lines as the models are told them. The same lines are the same bytes, before everything that differs between chats: suppliers
 * keep a beginning that repeats.
 * @param lines one a line, oldest first; empty: none
 */
export const toldMemory = (lines: string): string =>
  lines &&
  `Пользователь разрешил помнить о нём (учитывай, когда это уместно, и не пересказывай без нужды):\n${lines.replaceAll(/^/gm, '- ')}`
