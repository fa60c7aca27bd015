// What makes pictures and speech for keys of the API, by the names that programs write. Each is a tool of the catalogue, some with a choice
// that is made already. Pages load this file, so it stays small.
import type { ApiScope } from '../api-key-words.ts'
import type { ToolPath } from '../catalogue/menu.ts'
import { transcription } from '../catalogue/transcription.ts'

export interface WorkModel {
  id: string
  name: string
  description: string
  path: ToolPath
  scope: Extract<ApiScope, 'images' | 'audio'>
  /** Parameters of the tool that the name decides. */
  set?: Readonly<Record<string, string>>
  /** What it takes to change: one picture, or several as examples. Absent: none. */
  takes?: 'image' | 'references'
  /** It changes pictures and makes none from words alone. */
  onlyChanges?: true
}

const flux = (kind: string) => ({
  id: `flux-${kind}`,
  name: `Flux ${kind}`,
  description: 'Реалистичные изображения',
  path: '/flux' as const,
  scope: 'images' as const,
  set: { model: `flux-${kind}` },
  takes: 'references' as const
})

/** The first of each kind is asked where a call names none. */
export const workModels: readonly WorkModel[] = [
  {
    id: 'dall-e-3',
    name: 'DALL-E 3',
    description: 'Точно следует описанию, рисует сцены и надписи',
    path: '/dall-e-3',
    scope: 'images',
    takes: 'references'
  },
  {
    id: 'midjourney',
    name: 'Midjourney',
    description: 'Художественные изображения с узнаваемым стилем',
    path: '/midjourney',
    scope: 'images'
  },
  flux('schnell'),
  flux('dev'),
  flux('pro'),
  {
    id: 'stable-diffusion',
    name: 'Stable Diffusion',
    description: 'Тонкая настройка: шаги, точность, исключения',
    path: '/stable-diffusion',
    scope: 'images',
    takes: 'image'
  },
  {
    id: 'gpt-image-edit',
    name: 'Редактор изображений',
    description: 'Правит картинку по описанию словами',
    path: '/gpt-image-edit',
    scope: 'images',
    takes: 'image',
    onlyChanges: true
  },
  {
    id: 'elevenlabs',
    name: 'ElevenLabs',
    description: 'Озвучка текста живыми голосами',
    path: '/elevenlabs',
    scope: 'audio'
  }
]

/** Names of OpenAI's that programs send by themselves, by call. */
export const workAliases = {
  generations: { dalle: 'dall-e-3', 'gpt-image-1': 'dall-e-3' },
  edits: { 'gpt-image-1': 'gpt-image-edit', 'dall-e-2': 'gpt-image-edit' },
  speech: { 'tts-1': 'elevenlabs', 'tts-1-hd': 'elevenlabs', 'gpt-4o-mini-tts': 'elevenlabs' }
} as const satisfies Record<string, Record<string, string>>

/** Models of keys beside those of chats: what makes works, and what writes recordings down. */
export const otherModels: readonly Pick<WorkModel, 'id' | 'name'>[] = [
  ...workModels,
  { id: transcription.apiId, name: transcription.modelName }
]
