import type { WorkKind } from '#contract/jobs.ts'
import { paths } from '../../base/paths.ts'

export interface KindTexts {
  title: string
  /** When there is none of it. */
  none: string
  /** Where the first one is made. */
  start: { path: string; label: string }
}

export const kindTexts: Record<WorkKind, KindTexts> = {
  image: {
    title: 'Изображения',
    none: 'Изображений пока нет',
    start: { path: paths.dalle3, label: 'Создать изображение' }
  },
  video: { title: 'Видео', none: 'Видео пока нет', start: { path: paths.luma, label: 'Создать видео' } },
  audio: { title: 'Озвучка', none: 'Озвучки пока нет', start: { path: paths.elevenlabs, label: 'Озвучить текст' } }
}

export const kinds = ['image', 'video', 'audio'] as const satisfies readonly WorkKind[]

/** What the address asks for; anything else is everything. */
export const kindFrom = (value: string | null): WorkKind | undefined => kinds.find((kind) => kind === value)
