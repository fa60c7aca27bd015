import { hrefOf } from '../../base/address.ts'
import { pageGroups, pages, type PageGroup } from '../../base/pages.ts'
import { roleNames, useOperator } from '../../base/use-operator.ts'
import { Page as Frame, Section } from '../../ui/page.tsx'
import { Today } from './today.tsx'
import { WaitingList } from './waiting-list.tsx'

const groups = Object.entries(pageGroups) as [PageGroup, string][]

/** All pages that the role may open, with what is done there. */
function Rooms() {
  const { may } = useOperator()
  const allowed = pages.filter(({ path, permission }) => path !== '/' && may(permission))
  return (
    <Section title="Разделы">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {groups
          .map(([group, name]) => ({ name, inGroup: allowed.filter((page) => page.group === group) }))
          .filter(({ inGroup }) => inGroup.length > 0)
          .map(({ name, inGroup }) => (
            <section key={name} className="min-w-0">
              <h3 className="mb-1 text-caption text-ink-soft">{name}</h3>
              <ul className="divide-y divide-line rounded-card border border-line bg-raised">
                {inGroup.map(({ path, title, about }) => (
                  <li key={path}>
                    <a href={hrefOf(path)} className="block px-4 py-3 transition hover:bg-hover">
                      <span className="block font-semibold">{title}</span>
                      <span className="mt-0.5 block text-small text-ink-soft">{about}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </Section>
  )
}

/** The first page of every operator: what waits for one, the figures of the day, and the pages of the role. */
export function Page() {
  const { name, role, may } = useOperator()
  return (
    <Frame title={`Здравствуйте, ${name}`} intro={`Ваша роль: ${roleNames[role]}.`}>
      <WaitingList />
      {may('trends.read') && <Today />}
      <Rooms />
    </Frame>
  )
}
