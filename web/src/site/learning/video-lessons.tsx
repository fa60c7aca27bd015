import { Play } from 'lucide-react'
import { lessons } from './lessons.ts'

/** The films are not shot yet, and a click says so; what they will show is written below. */
const announce = (title: string) =>
  window.alert(`Видеоурок «${title}» скоро появится. Текст урока уже на этой странице.`)

export const VideoLessons = () => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
    {lessons.map(({ id, title, category }) => (
      <li key={id} className="flex flex-col overflow-hidden rounded-card border border-line bg-raised shadow-raised">
        <button
          type="button"
          aria-label={`Смотреть видеоурок «${title}»`}
          onClick={() => announce(title)}
          className="group grid aspect-video place-items-center bg-sunken -outline-offset-2! transition hover:bg-hover"
        >
          <span className="grid size-14 place-items-center rounded-full bg-ink text-on-ink transition group-hover:bg-accent group-hover:text-on-accent">
            <Play size={22} className="translate-x-0.5 fill-current" aria-hidden />
          </span>
        </button>
        <div className="flex grow flex-col p-5">
          <p className="text-caption text-ink-faint">{category}</p>
          <p className="mt-1 font-semibold">{title}</p>
          <a
            href={`#${id}`}
            aria-label={`Читать урок «${title}»`}
            className="mt-auto inline-flex min-h-11 items-end pt-3 text-small underline decoration-accent decoration-2 underline-offset-4 hover:text-accent-strong"
          >
            Читать урок
          </a>
        </div>
      </li>
    ))}
  </ul>
)
