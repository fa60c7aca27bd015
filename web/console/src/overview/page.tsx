import { ArrowRight } from 'lucide-react'
import { hrefOf } from '../base/address.ts'
import { pages } from '../base/pages.ts'
import { roleNames, useOperator } from '../base/use-operator.ts'
import { Page as Frame } from '../ui/page.tsx'

/** Where everybody begins: what the role may open. */
export function Page() {
  const { name, role, may } = useOperator()
  const others = pages.filter(({ path, permission }) => path !== '/' && may(permission))
  return (
    <Frame title={`Здравствуйте, ${name}`} intro={`Ваша роль: ${roleNames[role]}. Вот что вам доступно.`}>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {others.map(({ path, title, about }) => (
          <li key={path}>
            <a
              href={hrefOf(path)}
              className="flex h-full items-start justify-between gap-3 rounded-card border border-line bg-raised p-4 transition hover:bg-hover"
            >
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="mt-1 block text-small text-ink-soft">{about}</span>
              </span>
              <ArrowRight size={18} className="mt-1 shrink-0 text-ink-faint" aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </Frame>
  )
}
