// Tools and menu of the product. The home page loads this file, so it stays small and imports nothing.

/** Title and version badge of every tool, by its route. */
export const tools = {
  '/chatgpt': { title: 'ChatGPT', badge: 'GPT-4o' },
  '/claude': { title: 'Claude', badge: '3 Sonnet' },
  '/xai': { title: 'xAI', badge: 'Grok-2' },
  '/gpt5': { title: 'GPT-5', badge: '2025-08' },
  '/dall-e-3': { title: 'DALL-E 3', badge: 'v3' },
  '/midjourney': { title: 'Midjourney', badge: 'v6' },
  '/flux': { title: 'Flux', badge: 'Pro' },
  '/stable-diffusion': { title: 'Stable Diffusion', badge: 'SDXL' },
  '/gpt-image-edit': { title: 'Редактор изображений', badge: 'GPT Image' },
  '/stability': { title: 'Stability AI', badge: 'v2' },
  '/elevenlabs': { title: 'ElevenLabs', badge: 'v2' },
  '/luma': { title: 'Luma', badge: 'Ray' },
  '/veo3': { title: 'Veo 3', badge: 'v3' },
  '/runway': { title: 'Runway', badge: 'Gen-3' }
} as const satisfies Record<`/${string}`, { title: string; badge: string }>

export type ToolPath = keyof typeof tools

export interface MenuItem {
  path: ToolPath
  title: string
  badge: string
}

export interface MenuGroup {
  id: 'text' | 'image' | 'image-processing' | 'audio' | 'video' | 'top'
  title: string
  items: readonly MenuItem[]
}

const item = (path: ToolPath): MenuItem => ({ path, ...tools[path] })

/** The groups of the sidebar, in order. */
export const menuGroups: readonly MenuGroup[] = [
  { id: 'text', title: 'Генерация текста', items: [item('/chatgpt'), item('/claude'), item('/xai'), item('/gpt5')] },
  {
    id: 'image',
    title: 'Генерация изображений',
    items: [item('/dall-e-3'), item('/midjourney'), item('/flux'), item('/stable-diffusion')]
  },
  {
    id: 'image-processing',
    title: 'Обработка изображений',
    items: [item('/gpt-image-edit'), item('/stability')]
  },
  { id: 'audio', title: 'Генерация аудио', items: [item('/elevenlabs')] },
  { id: 'video', title: 'Генерация видео', items: [item('/luma'), item('/veo3'), item('/runway')] }
]

/** Shown above the other groups, on small screens only. */
export const topModelsGroup: MenuGroup = {
  id: 'top',
  title: 'Топ модели',
  items: [{ path: '/gpt5', title: tools['/gpt5'].title, badge: 'New' }]
}

export interface MenuLink {
  path: `/${string}`
  title: string
}

/** Shown in the top bar, and on small screens at the bottom of the sidebar. */
export const menuLinks: readonly MenuLink[] = [
  { path: '/learning', title: 'Обучение' },
  { path: '/pricing', title: 'Цены' }
]

export const legalLinks: readonly MenuLink[] = [
  { path: '/terms', title: 'Условия использования' },
  { path: '/privacy', title: 'Политика конфиденциальности' },
  { path: '/user-agreement', title: 'Пользовательское соглашение' },
  { path: '/cookie-policy', title: 'Политика использования cookie' },
  { path: '/data-processing-policy', title: 'Политика обработки персональных данных' }
]
