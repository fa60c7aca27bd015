// What settings do, in a sentence, apart from the catalogue: the server and the price list do not need it.

/** By setting, or by service and setting. */
const explanations: Readonly<Record<string, string>> = {
  steps: 'Насколько тщательно прорабатывать картинку. От 31 рисует модель покрупнее: деталей больше, ждать дольше',
  cfgScale: 'Насколько строго следовать описанию: меньше — свободнее, больше — буквальнее',
  'stable-diffusion.model':
    'Base — без уклона, Refiner — больше деталей, Realistic Vision — фотография, Artistic — рисунок',
  'flux.model': 'schnell — быстрый набросок, dev — точнее, pro — лучшее качество',
  'elevenlabs.speed':
    'Голоса читают со скоростью 0,7–1,2: для 0,5×, 1,25× и 1,5× мы растягиваем или сжимаем запись, и звук немного хуже',
  'runwayml.model': 'Видео из изображения Gen-2 делает быстрее, Gen-3 Alpha — подробнее. В других режимах разницы нет'
}

export const explanationOf = (service: string, name: string): string | undefined =>
  explanations[`${service}.${name}`] ?? explanations[name]

/** What a setting does, below its control, which names this id as its description. */
export const Explanation = ({ id, text }: { id?: string; text: string | undefined }) =>
  text !== undefined && (
    <p id={id} className="mt-1.5 text-caption text-ink-faint">
      {text}
    </p>
  )
