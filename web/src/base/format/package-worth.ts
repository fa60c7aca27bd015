// What a package of tokens buys, by the prices by which the server charges.
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { totalOf, type TokenPackage } from '#contract/catalogue/packages.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { priceRange } from '#contract/catalogue/price.ts'
import { formatCount } from './tokens.ts'

const plural = new Intl.PluralRules('ru')

const words = {
  picture: { one: 'картинка', few: 'картинки', many: 'картинок' },
  answer: { one: 'ответ', few: 'ответа', many: 'ответов' }
}

function counted(count: number, of: keyof typeof words): string {
  const { one, few, many } = words[of]
  const form = plural.select(count)
  return `${formatCount(count)} ${form === 'one' ? one : form === 'few' ? few : many}`
}

const model = findChatModel('claude', 'claude-3-sonnet')
const dalle = findStudioEntry('dalle')

/** `≈ 20 картинок DALL-E 3 или 50 ответов Claude 3 Sonnet`, bonus included. */
export function packageWorth(item: TokenPackage): string {
  if (!dalle || !model) throw new Error('The catalogue lacks what packages are measured by')
  const tokens = totalOf(item)
  const pictures = counted(Math.floor(tokens / priceRange(dalle).maxTokens), 'picture')
  return `≈ ${pictures} ${dalle.title} или ${counted(Math.floor(tokens / model.priceTokens), 'answer')} ${model.name}`
}
