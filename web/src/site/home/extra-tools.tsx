import { AudioLines, Clapperboard, Image, MessageSquareText, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { HomeCard } from './home-texts.ts'
import { Section } from '../section.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  '/chatgpt': MessageSquareText,
  '/dalle': Image,
  '/elevenlabs': AudioLines,
  '/luma': Clapperboard
}

export const ExtraTools = ({ tools }: { tools: readonly HomeCard[] }) => (
  <Section title="Не только диалог" lead="Один счёт на все инструменты.">
    <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
      {tools.map((tool) => (
        <li key={tool.path} className="bg-raised">
          <ToolCard tool={tool} />
        </li>
      ))}
    </ul>
  </Section>
)

function ToolCard({ tool }: { tool: HomeCard }) {
  const Icon = icons[tool.path]
  return (
    <Link to={tool.path} className="group flex h-full flex-col p-6 transition -outline-offset-2! hover:bg-hover">
      {Icon && <Icon size={22} className="text-ink-faint transition group-hover:text-accent" aria-hidden />}
      <span className="mt-5 font-semibold">{tool.title}</span>
      <span className="mt-1 text-small text-ink-soft">{tool.description}</span>
    </Link>
  )
}
