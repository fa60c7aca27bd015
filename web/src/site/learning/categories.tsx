import { AudioLines, Clapperboard, Image, MessageSquareText, type LucideIcon } from 'lucide-react'
import { lessons, type Lesson } from './lessons.ts'

const icons: Record<Lesson['id'], LucideIcon> = {
  text: MessageSquareText,
  image: Image,
  voice: AudioLines,
  video: Clapperboard
}

/** Where each kind of work is taught, on this page. */
export const Categories = () => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
    {lessons.map(({ id, category, categoryText }) => {
      const Icon = icons[id]
      return (
        <li key={id}>
          <a
            href={`#${id}`}
            className="group flex h-full flex-col rounded-card border border-line bg-raised p-5 shadow-raised transition hover:border-line-strong hover:shadow-floating"
          >
            <Icon size={22} className="text-ink-faint transition group-hover:text-accent" aria-hidden />
            <span className="mt-4 font-semibold">{category}</span>
            <span className="mt-1 text-small text-ink-soft">{categoryText}</span>
          </a>
        </li>
      )
    })}
  </ul>
)
