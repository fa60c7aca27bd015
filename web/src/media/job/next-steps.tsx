// What can be made of a result next: links to the tool with the result attached. The file itself stays on the server.
import { AudioLines, Brush, Clapperboard, Eraser, Expand, Layers2, WandSparkles } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router-dom'
import { midjourneySubject } from '#contract/catalogue/midjourney-actions.ts'
import { settingName } from '#contract/catalogue/parameters.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { filledPath, paths } from '../../base/paths.ts'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { InChatContext } from './in-chat.ts'
import { promptOf } from './job-words.ts'

interface NextStep {
  name: 'edit' | 'replace' | 'upscale' | 'background' | 'variations' | 'animate' | 'voice'
  label: string
  /** What happens, for a tooltip. */
  hint: string
  to: string
}

const variationsText =
  'Сделай вариацию этого изображения: тот же сюжет и тот же стиль, но другая композиция, ракурс и детали'

function ofPicture(from: string): NextStep[] {
  return [
    {
      name: 'edit',
      label: 'Изменить',
      hint: 'Описать словами, что поменять',
      to: filledPath(paths.imageEdit, { from })
    },
    {
      name: 'replace',
      label: 'Заменить область',
      hint: 'Закрасить часть картинки и нарисовать там другое',
      to: filledPath(paths.stability, { from, tool: 'inpaint' })
    },
    {
      name: 'upscale',
      label: 'Увеличить',
      hint: 'Сделать больше и чётче',
      to: filledPath(paths.stability, { from, tool: 'upscale' })
    },
    {
      name: 'background',
      label: 'Убрать фон',
      hint: 'Оставить только главное, фон станет прозрачным',
      to: filledPath(paths.stability, { from, tool: 'remove-bg' })
    },
    {
      name: 'variations',
      label: 'Вариации',
      hint: 'Нарисовать похожее изображение',
      to: filledPath(paths.imageEdit, { from, prompt: variationsText })
    },
    {
      name: 'animate',
      label: 'Оживить',
      hint: 'Сделать из изображения видео',
      to: filledPath(paths.runway, { from, mode: 'image-to-video' })
    }
  ]
}

const ofVideo = (from: string): NextStep[] => [
  {
    name: 'edit',
    label: 'Изменить',
    hint: 'Переделать видео по описанию',
    to: filledPath(paths.runway, { from, mode: 'video-to-video' })
  }
]

/** Only the text that the job was made from can be read aloud. */
const voiceOf = (text: string): NextStep => ({
  name: 'voice',
  label: 'Озвучить',
  hint: 'Озвучить описание: текст можно будет поправить',
  to: filledPath(paths.elevenlabs, { prompt: text })
})

/** Runway takes videos up to this size, and a browser cannot make one smaller. */
const videoBytesMax = 20 * 1024 * 1024

/** What the service itself offers on the same card, by its own means: not offered a second time. */
function ownStepsOf(job: Job): readonly NextStep['name'][] {
  const subject = midjourneySubject(job)
  if (subject === null) return []
  return subject === 'tile' ? ['upscale', 'variations'] : ['variations']
}

/** The steps that suit the result, the most usual first. */
export function nextSteps(job: Job, { id, type, sizeBytes }: JobFile): NextStep[] {
  const isVideo = type.startsWith('video/')
  const all = type.startsWith('image/') ? ofPicture(id) : isVideo && sizeBytes <= videoBytesMax ? ofVideo(id) : []
  const own = ownStepsOf(job)
  const steps = all.filter(({ name }) => !own.includes(name))
  const text = promptOf(job)
  return text !== null && !type.startsWith('audio/') ? [...steps, voiceOf(text)] : steps
}

const icons: Record<NextStep['name'], typeof Expand> = {
  edit: WandSparkles,
  replace: Brush,
  upscale: Expand,
  background: Eraser,
  variations: Layers2,
  animate: Clapperboard,
  voice: AudioLines
}

/** What a chat goes on with by itself. */
const kindInChat: Partial<Record<NextStep['name'], 'change' | 'video'>> = { edit: 'change', animate: 'video' }

/** Links to the tools that go on with a result; in a chat some of them go on there. */
export function WhatNext({ job, file }: { job: Job; file: JobFile }) {
  const begin = use(InChatContext)?.begin
  const isUnconnected = useUnconnected()
  const steps = nextSteps(job, file).filter(({ to }) => {
    const [path = '', query] = to.split('?')
    const settings = [...new URLSearchParams(query)].map(([name, value]) => settingName(path, name, value))
    return ![path, ...settings].some(isUnconnected)
  })
  if (steps.length === 0) return null
  return (
    <ul aria-label="Что дальше" className="flex flex-wrap gap-1.5">
      {steps.map(({ name, label, hint, to }) => {
        const Icon = icons[name]
        const kind = file.type.startsWith('image/') ? kindInChat[name] : undefined
        const look = { title: hint, className: stepClass }
        const content = (
          <>
            <Icon size={15} className="text-ink-faint" aria-hidden />
            <span>{label}</span>
          </>
        )
        return (
          <li key={name}>
            {begin && kind ? (
              <button type="button" {...look} onClick={() => begin(kind, `work:${file.id}`)}>
                {content}
              </button>
            ) : (
              <Link to={to} {...look}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const stepClass = buttonClass({ variant: 'ghost', size: 'small', className: 'bg-sunken px-2.5!' })
