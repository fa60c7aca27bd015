import { cheapestModel } from '../../base/format/gift.tsx'

/** The models that the first question can be asked, and which answer; copied, because the catalogue is too large for this page: a test compares them. */
export const firstModels = [
  { ...cheapestModel, answers: 'Claude Haiku 5.5' },
  { path: '/chatgpt', id: 'gpt-4o-mini', name: 'GPT-4o mini', priceTokens: 5, answers: 'GPT-6 Luna' },
  { path: '/xai', id: 'grok-2', name: 'Grok-2', priceTokens: 3, answers: 'Grok 4.3' },
  { path: '/gpt5', id: 'gpt-5-2025-08-07', name: 'GPT-5', priceTokens: 8, answers: 'GPT-6.1 Sol' }
] as const
