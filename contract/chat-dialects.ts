// The wire formats of suppliers of answers.

/** `xai-responses` is OpenAI's Responses API with the fields and errors of xAI; `openai-chat` is `/chat/completions` of many resellers. */
export const chatDialects = ['openai-responses', 'xai-responses', 'anthropic-messages', 'openai-chat'] as const
export type ChatDialect = (typeof chatDialects)[number]
