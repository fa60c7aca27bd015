// What an amount of tokens is enough for.
import { chatModels } from '#contract/catalogue/chat-models.ts'
import type { ToolPath } from '#contract/catalogue/menu.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { defaultValues, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { priceOf } from '#contract/catalogue/price.ts'

export interface Example {
  title: string
  path: ToolPath
  priceTokens: number
}

function answer(id: string, title: string): Example {
  const model = chatModels.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`The calculator counts with ${id}, which is not sold`)
  return { title, path: model.page, priceTokens: model.priceTokens }
}

function work(service: string, title: string, settings: ParameterValues = {}): Example {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(`The calculator counts with ${service}, which is not sold`)
  const priceTokens = priceOf(entry, { prompt: '', ...defaultValues(entry.parameters), ...settings })
  return { title, path: entry.path, priceTokens }
}

export const examples: readonly Example[] = [
  answer('claude-3-haiku', 'Короткий ответ Claude 3 Haiku'),
  answer('gpt-4o-mini', 'Ответ GPT-4o mini'),
  answer('gpt-5-2025-08-07', 'Ответ GPT-5'),
  work('flux', 'Набросок Flux schnell', { model: 'flux-schnell' }),
  work('dalle', 'Изображение DALL-E 3'),
  work('gpt-image-edit', 'Правка фотографии'),
  work('elevenlabs', 'Озвучка до 1 000 символов'),
  work('luma', 'Ролик Luma, 5 секунд 720p', { duration: '5', quality: 'standard' }),
  work('runwayml', 'Ролик Runway')
]

export const affordable = (tokens: number, { priceTokens }: Example): number => Math.floor(tokens / priceTokens)
