// The four chat pages with their texts. Only the chat's chunk may import it, to keep the first load small; the menu uses
// `menu.ts`.
import type { ChatPage, ChatPath } from '#contract/catalogue/chat.ts'
import { defaultChatModels } from '#contract/catalogue/chat-models.ts'
import { chatgptTexts } from './chatgpt.ts'
import { claudeTexts } from './claude.ts'
import { gpt5Texts } from './gpt5.ts'
import { xaiTexts } from './xai.ts'
import { tools } from '#contract/catalogue/menu.ts'

const pages = {
  '/chatgpt': {
    path: '/chatgpt',
    service: 'chatgpt',
    ...tools['/chatgpt'],
    summary: 'Отвечает на вопросы, пишет и правит тексты, объясняет код и помогает с учёбой',
    defaultModel: defaultChatModels['/chatgpt'],
    ...chatgptTexts,
    sendLabel: 'Отправить сообщение',
    busyLabel: 'Генерирую ответ...',
    history: 'dropdown'
  },
  '/claude': {
    path: '/claude',
    service: 'claude',
    ...tools['/claude'],
    summary: 'Вдумчиво работает с длинными текстами, документами и кодом',
    defaultModel: defaultChatModels['/claude'],
    ...claudeTexts,
    sendLabel: 'Отправить',
    busyLabel: 'Думаю...',
    history: 'dropdown'
  },
  '/xai': {
    path: '/xai',
    service: 'xai',
    ...tools['/xai'],
    summary: 'Прямые ответы, свежий взгляд и чувство юмора',
    defaultModel: defaultChatModels['/xai'],
    ...xaiTexts,
    sendLabel: 'Отправить',
    busyLabel: 'Думаю...',
    history: 'dropdown'
  },
  '/gpt5': {
    path: '/gpt5',
    service: 'chatgpt',
    ...tools['/gpt5'],
    summary: 'Новейшая модель OpenAI: рассуждает, программирует и пишет',
    defaultModel: defaultChatModels['/gpt5'],
    ...gpt5Texts,
    sendLabel: 'Отправить',
    busyLabel: 'Думаю...',
    history: 'list'
  }
} as const satisfies { [Path in ChatPath]: ChatPage & { path: Path } }

export const chatPages: readonly ChatPage[] = Object.values(pages)

export const chatPageOf = (path: ChatPath): ChatPage => pages[path]
