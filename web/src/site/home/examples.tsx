import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ToolPath } from '#contract/catalogue/menu.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { filledPath } from '../../base/paths.ts'
import { useCost } from '../../base/session/session.tsx'
import { Section } from '../section.tsx'

export const Examples = () => (
  <Section title="Попробуйте на примере" lead="Готовый запрос откроется в поле: поправьте под себя и отправьте.">
    <ul className="grid gap-4 md:grid-cols-2">
      {exampleRequests.map((example) => (
        <li key={example.path}>
          <ExampleCard example={example} />
        </li>
      ))}
    </ul>
  </Section>
)

function ExampleCard({ example: { path, title, prompt, settings, priceTokens } }: { example: ExampleRequest }) {
  const { costOf } = useCost()
  return (
    <Link
      to={filledPath(path, { prompt, ...settings })}
      className="group flex h-full flex-col rounded-card border border-line bg-raised p-6 shadow-raised transition hover:border-line-strong hover:shadow-floating"
    >
      <span className="text-caption text-ink-faint">{title}</span>
      <span className="mt-2 border-l-2 border-accent pl-3 text-ink-soft">{prompt}</span>
      <span className="mt-auto flex items-center justify-between gap-3 pt-5 text-small font-medium">
        <span>{`Открыть · ${formatTokens(costOf(priceTokens))}`}</span>
        <ArrowRight
          size={18}
          aria-hidden
          className="text-ink-faint transition group-hover:translate-x-1 group-hover:text-accent"
        />
      </span>
    </Link>
  )
}

interface ExampleRequest {
  path: ToolPath
  /** The tool and its main setting. */
  title: string
  prompt: string
  /** The values of the tool's form besides the prompt. */
  settings: Readonly<Record<string, string>>
  priceTokens: number
}

/** The prices are copied, because the catalogue is too large for the first page; a test compares them with the catalogue. */
export const exampleRequests: readonly ExampleRequest[] = [
  {
    path: '/chatgpt',
    title: 'ChatGPT, GPT-4o mini',
    prompt: 'Составь план на неделю, чтобы подготовиться к собеседованию на аналитика, по часу в день.',
    settings: { model: 'gpt-4o-mini' },
    priceTokens: 5
  },
  {
    path: '/elevenlabs',
    title: 'ElevenLabs, голос Лили',
    prompt: 'Добрый день! Вы позвонили в пекарню «Соль и зерно». Оставайтесь на линии — скоро ответим.',
    settings: { voice: 'lily' },
    priceTokens: 1
  }
]
