// The page of each service, to which history rows link.
import type { ToolPath } from './menu.ts'

/** All services, in all spellings found in records. */
const servicePaths: Readonly<Record<string, ToolPath>> = {
  chatgpt: '/chatgpt',
  'chat-gpt': '/chatgpt',
  claude: '/claude',
  xai: '/xai',
  dalle: '/dall-e-3',
  'dall-e-3': '/dall-e-3',
  midjourney: '/midjourney',
  flux: '/flux',
  'stable-diffusion': '/stable-diffusion',
  'gpt-image-edit': '/gpt-image-edit',
  stability: '/stability',
  elevenlabs: '/elevenlabs',
  luma: '/luma',
  veo3: '/veo3',
  runway: '/runway',
  runwayml: '/runway'
}

/** Undefined for records without a tool: purchases, bonuses, transcription. */
export const pathOfService = (service: string): ToolPath | undefined =>
  Object.hasOwn(servicePaths, service) ? servicePaths[service] : undefined
