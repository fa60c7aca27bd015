import { budgetWords } from '#contract/budget-words.ts'
import { spentWords } from '#contract/spent-words.ts'
import type { OutgoingMailFacts } from '#data/directory/schema-outgoing-mails.ts'
import { type RenderedMail, renderMail } from '../mails/layout.ts'

type BudgetFacts = Extract<OutgoingMailFacts, { kind: 'budget' }>

const endTexts = {
  day: 'Лимит начнётся заново в полночь по московскому времени.',
  month: 'Лимит начнётся заново первого числа в полночь по московскому времени.',
  total: 'Этот лимит сам не обновляется.'
}

/** Mail to a user who has spent four fifths of a limit of their own. */
export const budgetMail = (
  { product, siteOrigin }: { product: string; siteOrigin: string },
  { period, limitTokens, spentTokens }: BudgetFacts
): RenderedMail =>
  renderMail(product, {
    subject:
      spentTokens < limitTokens
        ? `Потрачено ${Math.floor((spentTokens * 100) / limitTokens)} % вашего лимита`
        : 'Ваш лимит исчерпан',
    paragraphs: [
      `Вы поставили себе лимит: ${budgetWords(period, limitTokens)}. По нему ${spentWords(spentTokens)}.`,
      `${spentTokens < limitTokens ? 'Когда лимит закончится, новые запросы не начнутся' : 'Новые запросы не начнутся'}, а начатые доделаются. ${endTexts[period]}`
    ],
    action: { label: 'Изменить лимит', url: `${siteOrigin}/profile#limits` },
    notes: ['Лимит поставили вы сами в профиле. Если это были не вы, смените пароль и выйдите на других устройствах.']
  })
