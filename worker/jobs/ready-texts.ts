// What a user reads about a job that has ended: on a device, which may show it locked, and in a mail. Never the prompt.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { ReadyFacts } from '#domain/ready.ts'
import { type RenderedMail, renderMail } from '../mails/layout.ts'

const titles: Record<StudioKind, Record<ReadyFacts['outcome'], string>> = {
  image: { completed: 'Изображение готово', failed: 'Изображение не получилось' },
  'image-tool': { completed: 'Изображение готово', failed: 'Изображение не получилось' },
  video: { completed: 'Видео готово', failed: 'Видео не получилось' },
  audio: { completed: 'Озвучка готова', failed: 'Озвучка не получилась' }
}

/** `Набор готов: 3 из 4`. */
function titleOf({ kind, outcome, batch }: ReadyFacts): string {
  if (!batch) return titles[kind][outcome]
  return batch.made > 0 ? `Набор готов: ${batch.made} из ${batch.size}` : 'Набор не получился'
}

function mailText({ outcome, batch }: ReadyFacts): string {
  const ordered = batch ? 'Набор, который вы заказали,' : 'Работа, которую вы заказали,'
  if (outcome === 'failed')
    return `${ordered} не ${batch ? 'получился' : 'получилась'}. Токены не списаны. Причина написана в карточке.`
  return batch
    ? `${ordered} готов: получилось ${batch.made} из ${batch.size}. Результаты лежат в «Моих работах».`
    : `${ordered} готова и лежит в «Моих работах».`
}

function toolOf(service: string): string {
  const path = pathOfService(service)
  return path ? tools[path].title : service
}

const pathOf = ({ operationId }: ReadyFacts): string => `/library?work=${encodeURIComponent(operationId)}`

/** What the service worker of the page shows (web/public/ready-worker.js). `tag`: one message takes the place of another. */
export interface ShownMessage {
  title: string
  body: string
  path: string
  tag: string
}

export const readyOnDevice = (facts: ReadyFacts): ShownMessage => ({
  title: titleOf(facts),
  body: `${toolOf(facts.service)}. ${facts.outcome === 'completed' ? 'Нажмите, чтобы открыть' : 'Токены не списаны'}`,
  path: pathOf(facts),
  tag: facts.operationId
})

export const readyMail = (
  { product, siteOrigin }: { product: string; siteOrigin: string },
  facts: ReadyFacts
): RenderedMail =>
  renderMail(product, {
    subject: `${titleOf(facts)}${facts.batch ? ',' : ':'} ${toolOf(facts.service)}`,
    paragraphs: [mailText(facts)],
    action: { label: 'Открыть работу', url: `${siteOrigin}${pathOf(facts)}` },
    notes: [`Вы выбрали письма о готовых работах. Отключить их можно в профиле: ${siteOrigin}/profile`]
  })
