// The chat models that users choose from. Most of these models are retired by their makers, so `upstream` names the
// successor that runs instead; the answer's metadata names the model that ran.
import type { AnswerExtras } from './answer-extras.ts'
import { freeTokens } from './plans.ts'
import type { ChatModel, ChatPath, ChatService } from './chat.ts'

const everything: AnswerExtras = { webSearch: true, thinking: true }
/** The upstream answers without thinking. */
const searching: AnswerExtras = { webSearch: true, thinking: false }

export const chatModels: readonly ChatModel[] = [
  {
    id: 'gpt-4o-mini',
    service: 'chatgpt',
    page: '/chatgpt',
    name: 'GPT-4o mini',
    description: 'Быстрая модель на каждый день',
    priceTokens: 5,
    basic: true,
    referenceLength: 1500,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6-luna', effort: 'low', outputTokensMax: 4096 }
  },
  {
    id: 'gpt-4o',
    service: 'chatgpt',
    page: '/chatgpt',
    name: 'GPT-4o',
    description: 'Универсальная модель для сложных текстов и кода',
    priceTokens: 10,
    basic: false,
    referenceLength: 2000,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6-luna', effort: 'medium', outputTokensMax: 8192 }
  },
  {
    id: 'gpt-4-turbo',
    service: 'chatgpt',
    page: '/chatgpt',
    name: 'GPT-4 Turbo',
    description: 'Большие задачи: анализ, программирование, длинные документы',
    priceTokens: 15,
    basic: false,
    referenceLength: 2500,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6.1-terra', effort: 'low', outputTokensMax: 8192 }
  },
  {
    id: 'gpt-3.5-turbo',
    service: 'chatgpt',
    page: '/chatgpt',
    name: 'GPT-3.5 Turbo',
    description: 'Простые вопросы и короткие тексты',
    priceTokens: 3,
    basic: true,
    referenceLength: 1200,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6-luna', effort: 'low', outputTokensMax: 4096 }
  },
  {
    id: 'claude-3-sonnet',
    service: 'claude',
    page: '/claude',
    name: 'Claude 3 Sonnet',
    description: 'Вдумчивые ответы, работа с текстом и кодом',
    priceTokens: 2,
    basic: true,
    referenceLength: 1800,
    offers: everything,
    upstream: { provider: 'anthropic', model: 'claude-sonnet-5-5', effort: 'low', outputTokensMax: 4096 }
  },
  {
    id: 'claude-3-haiku',
    service: 'claude',
    page: '/claude',
    name: 'Claude 3 Haiku',
    description: 'Мгновенные ответы на короткие вопросы',
    priceTokens: 1,
    basic: true,
    referenceLength: 1200,
    offers: searching,
    upstream: { provider: 'anthropic', model: 'claude-haiku-5-5', outputTokensMax: 4096 }
  },
  {
    id: 'grok-2',
    service: 'xai',
    page: '/xai',
    name: 'Grok-2',
    description: 'Самая сильная модель Grok: рассуждения и анализ',
    priceTokens: 3,
    basic: true,
    referenceLength: 1800,
    offers: everything,
    upstream: { provider: 'xai', model: 'grok-4.3', effort: 'medium', outputTokensMax: 8192 }
  },
  {
    id: 'grok-1.5',
    service: 'xai',
    page: '/xai',
    name: 'Grok-1.5',
    description: 'Ровный баланс скорости и качества',
    priceTokens: 2,
    basic: true,
    referenceLength: 1500,
    offers: everything,
    upstream: { provider: 'xai', model: 'grok-4.3', effort: 'low', outputTokensMax: 4096 }
  },
  {
    id: 'grok-1',
    service: 'xai',
    page: '/xai',
    name: 'Grok-1',
    description: 'Короткие ответы с характером',
    priceTokens: 1,
    basic: true,
    referenceLength: 1200,
    offers: everything,
    upstream: { provider: 'xai', model: 'grok-4.3', effort: 'low', outputTokensMax: 4096 }
  },
  {
    id: 'gpt-5-2025-08-07',
    service: 'chatgpt',
    page: '/gpt5',
    name: 'GPT-5',
    description: 'Флагман: рассуждения, код и тексты',
    priceTokens: 8,
    basic: true,
    referenceLength: 2500,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6.1-sol', effort: 'medium', outputTokensMax: 8192 }
  },
  {
    id: 'gpt-4.1-2025-04-14',
    service: 'chatgpt',
    page: '/gpt5',
    name: 'GPT-4.1',
    description: 'Точное следование инструкциям и программирование',
    priceTokens: 5,
    basic: true,
    referenceLength: 2000,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6-luna', effort: 'medium', outputTokensMax: 8192 }
  },
  {
    id: 'o3-2025-04-16',
    service: 'chatgpt',
    page: '/gpt5',
    name: 'o3',
    description: 'Долгое рассуждение: математика, наука, логика',
    priceTokens: 10,
    basic: false,
    referenceLength: 2500,
    offers: everything,
    upstream: { provider: 'openai', model: 'gpt-6.1-sol', effort: 'high', outputTokensMax: 16_384 }
  }
]

/** The model of a call without one; also the initial choice on the pages. */
export const defaultChatModels = {
  '/chatgpt': 'gpt-4o-mini',
  '/claude': 'claude-3-sonnet',
  '/xai': 'grok-2',
  '/gpt5': 'gpt-5-2025-08-07'
} as const satisfies Record<ChatPath, string>

/** The model of a service by its public id; its `page` says where it is shown. */
export const findChatModel = (service: ChatService, id: string): ChatModel | undefined =>
  chatModels.find((model) => model.service === service && model.id === id)

/** In the order of the selector. */
export const modelsOfPage = (path: ChatPath): ChatModel[] => chatModels.filter((model) => model.page === path)

/** The model of a text call that names none: the default of the page named after the service. */
export function defaultChatModel(service: ChatService): ChatModel {
  const model = findChatModel(service, defaultChatModels[`/${service}`])
  if (!model) throw new Error(`The service ${service} has no default model`)
  return model
}

/** Whether the tokens of a new user pay for at least three answers. */
export const isCheap = ({ priceTokens }: Pick<ChatModel, 'priceTokens'>): boolean => priceTokens * 3 <= freeTokens
