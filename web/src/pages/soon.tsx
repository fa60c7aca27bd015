import { Clock } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { homeModels } from '#contract/catalogue/home.ts'
import { titleOf } from '../routes.ts'
import { Badge } from '../ui/badge.tsx'
import { soonTexts, unbuiltRouteOf } from './soon-texts.ts'

/** Stands in for a page that is not built yet: what it will do, and what works today. */
export function SoonPage() {
  const { pathname } = useLocation()
  const route = unbuiltRouteOf(pathname)
  if (!route) return null
  return (
    <div className="mx-auto w-full max-w-page px-4 py-12 sm:px-8 sm:py-20">
      <div className="max-w-text">
        <Badge tone="accent">
          <Clock size={14} className="mr-1.5" aria-hidden />
          Скоро
        </Badge>
        <h1 className="mt-4 text-heading font-semibold">{titleOf(route)}</h1>
        <p className="mt-4 text-lead text-ink-soft">{soonTexts[route]}</p>
      </div>
      <WorkingModels />
    </div>
  )
}

const WorkingModels = () => (
  <section aria-labelledby="working-models" className="mt-14">
    <h2 id="working-models" className="text-title font-semibold">
      Уже работает
    </h2>
    <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {homeModels.map((model) => (
        <li key={model.path}>
          <Link
            to={model.path}
            className="flex h-full flex-col rounded-card border border-line bg-raised p-5 shadow-raised transition hover:border-line-strong"
          >
            <span className="font-semibold">{model.title}</span>
            <span className="mt-1 text-small text-ink-soft">{model.description}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
