import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatTokens } from '../../base/format/tokens.ts'
import { filledPath } from '../../base/paths.ts'
import { exampleRequests, type ExampleRequest } from './example-requests.ts'
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

const ExampleCard = ({ example: { path, title, prompt, settings, priceTokens } }: { example: ExampleRequest }) => (
  <Link
    to={filledPath(path, { prompt, ...settings })}
    className="group flex h-full flex-col rounded-card border border-line bg-raised p-6 shadow-raised transition hover:border-line-strong hover:shadow-floating"
  >
    <span className="text-caption text-ink-faint">{title}</span>
    <span className="mt-2 border-l-2 border-accent pl-3 text-ink-soft">{prompt}</span>
    <span className="mt-auto flex items-center justify-between gap-3 pt-5 text-small font-medium">
      Открыть · {formatTokens(priceTokens)}
      <ArrowRight
        size={18}
        aria-hidden
        className="text-ink-faint transition group-hover:translate-x-1 group-hover:text-accent"
      />
    </span>
  </Link>
)
