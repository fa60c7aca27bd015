// Why a question cannot be sent with its files, or at its price.
import { filesFlaw } from '#contract/catalogue/attachments.ts'
import { filesFlawTexts } from '#contract/catalogue/files-flaws.ts'
import { premiumEndedText } from '#contract/catalogue/plans.ts'
import { formatTokens } from '#contract/counted.ts'
import type { NamedFile } from '#data/history/asking.ts'
import type { AnswerRefusal, AnswerRequest, AskCommand } from '../answer/calls.ts'

export const refusal = (code: AnswerRefusal['code']): AnswerRefusal => ({ state: 'refused', code })

/** Why a question cannot be sent with these files; null when it can. */
export function unfitFiles(
  { attachments: asked = [], seesPictures = true }: AskCommand,
  named: readonly NamedFile[],
  now: number
): AnswerRefusal | null {
  const isGone = ({ expiresAt }: NamedFile) => expiresAt !== null && expiresAt <= now
  if (named.length < asked.length || named.some(isGone)) return refusal('ATTACHMENT_NOT_FOUND')
  if (!seesPictures && named.some(({ file }) => file.kind === 'picture')) return refusal('MODEL_SEES_NO_PICTURES')
  if (named.some(({ state }) => state !== 'ready')) return refusal('ATTACHMENT_NOT_READY')
  const flaw = filesFlaw(named.map(({ file }) => file))
  return flaw && { ...refusal('ATTACHMENTS_TOO_LARGE'), text: filesFlawTexts[flaw] }
}

/** The model costs more than the page has said. */
export const dearer = ({ priceTokens }: AnswerRequest, shownTokens: number): AnswerRefusal => ({
  ...refusal('PRICE_CHANGED'),
  priceTokens,
  ...(shownTokens === 0 && { text: premiumEndedText })
})

/** The files of the project cost more than the page has said: some were added since, or another model answers. */
export const dearerProject = (priceTokens: number, projectTokens: number): AnswerRefusal => ({
  ...refusal('PRICE_CHANGED'),
  priceTokens,
  text: `Файлы проекта теперь прибавляют к цене ${formatTokens(projectTokens)}. Проверьте цену и отправьте вопрос снова`
})
