// Recognises the product's requests for a rich description of a picture or a video, and writes one.
import type { TextRequest } from './upstream.ts'

const ADDED = {
  image: [
    'Мягкий боковой свет выделяет фактуру, на заднем плане лёгкая дымка, главный предмет смещён от центра.',
    'Тёплые приглушённые цвета, вечерний свет, неглубокая резкость, много воздуха вокруг главного.',
    'Крупный план, богатые детали, контраст холодной тени и тёплого света, спокойное настроение.'
  ],
  video: [
    'Камера медленно приближается, свет меняется от холодного к тёплому, движение плавное, без склеек.',
    'Общий план, камера плывёт вбок, на переднем плане лёгкое размытие, темп спокойный.',
    'Съёмка с уровня глаз, камера следует за движением, в конце замирает на крупном плане.'
  ]
} as const

/** The idea and what it lacked; null for any other request. */
export function helpWith({ body, conversation }: TextRequest): string | null {
  const instructions = body['instructions'] ?? body['system']
  const [, thing] =
    typeof instructions === 'string'
      ? (/пишешь описание (картинки|короткого видео) для нейросети/.exec(instructions) ?? [])
      : []
  if (thing === undefined) return null
  const idea = conversation.prompt
    .replace(/\[сбой:[^\]]*\]/gi, '')
    .trim()
    .replace(/(?<![.!…])[.!…]+$/u, '')
  const added = ADDED[thing === 'картинки' ? 'image' : 'video']
  return `${idea.charAt(0).toUpperCase()}${idea.slice(1)}. ${added[idea.length % added.length]}`
}
