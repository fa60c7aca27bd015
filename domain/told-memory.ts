// What a user's memory adds to a question, and which questions may add to the memory. A user's object loads this with every answer,
// so it is small. Pure.

/**
 * The lines as the models are told them. The same lines are the same bytes, before everything that differs between chats: suppliers
 * keep a beginning that repeats.
 * @param lines one a line, oldest first; empty: none
 */
export const toldMemory = (lines: string): string =>
  lines &&
  `Пользователь разрешил помнить о нём (учитывай, когда это уместно, и не пересказывай без нужды):\n${lines.replaceAll(/^/gm, '- ')}`

/** What users paste is longer than what they say of themselves. */
export const questionLengthMax = 1500

const ofUser =
  /(?<!\p{L})(?:я|мне|меня|мной|мною|мо(?:й|я|ю|ё|е|и|его|ему|ей|их|им|ими)|зовут|запомни(?:те)?|люблю|предпочитаю|ненавижу|всегда|никогда|живу|работаю|учусь|пишу)(?!\p{L})/iu
/** «Расскажи мне» says nothing of the user. */
const request = /(?<!\p{L})\p{L}{2,}(?:и|й|ь|те)\s+мне(?!\p{L})/giu
const code = /```[^]*?(?:```|$)/g

/** Whether a question may say something of the user. Most do not, and for them no model is asked. */
export const tellsOfUser = (question: string): boolean =>
  ofUser.test(question.replaceAll(code, ' ').slice(0, questionLengthMax).replaceAll(request, ' '))
