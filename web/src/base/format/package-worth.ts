// What a package of tokens buys, by the prices by which the server charges.
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { totalOf, type TokenPackage } from '#contract/catalogue/packages.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { priceRange } from '#contract/catalogue/price.ts'
import { counted } from '#contract/counted.ts'

const model = findChatModel('claude', 'claude-3-sonnet')
const dalle = findStudioEntry('dalle')

/** `≈ 20 картинок DALL-E 3 или 50 ответов Claude 3 Sonnet`, bonus included. */
export function packageWorth(item: TokenPackage): string {
  if (!dalle || !model) throw new Error('The catalogue lacks what packages are measured by')
  const tokens = totalOf(item)
  const pictures = Math.floor(tokens / priceRange(dalle).maxTokens)
  const answers = Math.floor(tokens / model.priceTokens)
  return `≈ ${counted(pictures, ['картинка', 'картинки', 'картинок'])} ${dalle.title} или ${counted(answers, ['ответ', 'ответа', 'ответов'])} ${model.name}`
}
