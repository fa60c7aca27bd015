import type { StudioKind } from '#contract/catalogue/entry.ts'

const labels: Record<StudioKind, [one: string, many: string]> = {
  image: ['Картинка', 'Картинки'],
  'image-tool': ['Картинка', 'Картинки'],
  video: ['Видео', 'Видео'],
  audio: ['Озвучка', 'Озвучки']
}

/** What a card says where only texts are shown. */
export const cardLabelOf = (kind: StudioKind, count: number): string => labels[kind][count === 1 ? 0 : 1]
