// The words by which people look for a tool, apart from its title and the title of its group in the menu.
import { menuGroups, type MenuGroup, type ToolPath } from '#contract/catalogue/menu.ts'

const kinds: Record<Exclude<MenuGroup['id'], 'top'>, string> = {
  text: 'чат текст вопрос chat',
  image: 'картинка изображение рисунок рисовать фото image',
  'image-processing': 'картинка изображение фото обработка редактировать убрать фон увеличить image edit',
  audio: 'голос озвучить озвучка речь аудио звук voice audio',
  video: 'видео ролик фильм анимация video'
}

/** As Russians write the names, and what the tools are known by. */
const names: Partial<Record<ToolPath, string>> = {
  '/chatgpt': 'чатгпт чат гпт джипити openai',
  '/claude': 'клод клауд anthropic антропик',
  '/xai': 'грок grok икс маск',
  '/gpt5': 'гпт джипити openai',
  '/dall-e-3': 'далли дали dalle openai',
  '/midjourney': 'миджорни миджорней мж mj',
  '/flux': 'флакс флюкс',
  '/stable-diffusion': 'стейбл диффузия sd sdxl',
  '/gpt-image-edit': 'фотошоп',
  '/stability': 'стабилити апскейл upscale улучшить качество',
  '/elevenlabs': 'элевенлабс илевен eleven labs',
  '/luma': 'люма лума',
  '/veo3': 'вео veo google гугл',
  '/runway': 'ранвей рунвей'
}

export function wordsOfTool(path: ToolPath): string {
  const group = menuGroups.find(({ items }) => items.some((item) => item.path === path))
  const words = group && group.id !== 'top' ? kinds[group.id] : ''
  return `${words} ${names[path] ?? ''}`
}
