import { ArrowRight, BellRing } from 'lucide-react'
import { openAlarms } from '#contract/operator-alarms.ts'
import { formatCount } from '../../../src/base/format/counted.ts'
import { hrefOf } from '../base/address.ts'
import { pages } from '../base/pages.ts'
import { useCall } from '../base/use-call.ts'
import { roleNames, useOperator } from '../base/use-operator.ts'
import { Page as Frame } from '../ui/page.tsx'

const alarmWords = ['открытая тревога', 'открытые тревоги', 'открытых тревог'] as const
const urgentWords = ['срочная', 'срочные', 'срочных'] as const

/** How many alarms wait for a person; nothing while none does. */
function WaitingAlarms() {
  const { data } = useCall(openAlarms, { state: 'open', limit: 1 })
  const { urgent = 0, notice = 0 } = data?.open ?? {}
  if (urgent + notice === 0) return null
  return (
    <a
      href={hrefOf('/alarms')}
      className="flex items-center gap-3 rounded-card bg-danger-soft p-4 font-semibold text-danger transition hover:opacity-85"
    >
      <BellRing size={20} className="shrink-0" aria-hidden />
      <span>
        {formatCount(urgent + notice, alarmWords)}
        {urgent > 0 && `, из них ${formatCount(urgent, urgentWords)}`}
      </span>
    </a>
  )
}

/** Where everybody begins: what the role may open. */
export function Page() {
  const { name, role, may } = useOperator()
  const others = pages.filter(({ path, permission }) => path !== '/' && may(permission))
  return (
    <Frame title={`Здравствуйте, ${name}`} intro={`Ваша роль: ${roleNames[role]}. Вот что вам доступно.`}>
      <WaitingAlarms />
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
