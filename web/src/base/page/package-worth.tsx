// What a package of tokens buys, by the prices by which the server charges.
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { totalOf, type TokenPackage } from '#contract/catalogue/packages.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { priceRange } from '#contract/catalogue/price.ts'
import { counted } from '#contract/counted.ts'

const model = findChatModel('claude', 'claude-3-sonnet')
const dalle = findStudioEntry('dalle')

/**
 * `≈ 20 картинок DALL-E 3 или 50 ответов Claude 3 Sonnet`, bonus included. What is not connected is left out by public/before-paint.js,
 * before the first paint.
 */
export function PackageWorth({ item }: { item: TokenPackage }) {
  if (!dalle || !model) throw new Error('The catalogue lacks what packages are measured by')
  const tokens = totalOf(item)
  const pictures = Math.floor(tokens / priceRange(dalle).maxTokens)
  const answers = Math.floor(tokens / model.priceTokens)
  return (
    <>
      <span data-needs={dalle.path}>
        {`≈ ${counted(pictures, ['картинка', 'картинки', 'картинок'])} ${dalle.title}`}
      </span>
      <span data-needs={`${dalle.path} ${model.id}`}> или </span>
      <span data-needs={model.id}>{`${counted(answers, ['ответ', 'ответа', 'ответов'])} ${model.name}`}</span>
    </>
  )
}
