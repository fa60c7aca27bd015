import type { ReactNode } from 'react'

/** What is known about one thing: names and values. A value that is null is «нет». */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid gap-x-6 gap-y-4 rounded-card border border-line bg-raised p-4 text-small sm:grid-cols-2 lg:grid-cols-3">
    {facts.map(([name, value]) => (
      <div key={name} className="min-w-0">
        <dt className="text-caption text-ink-faint">{name}</dt>
        <dd className="mt-0.5 break-words">{value ?? 'нет'}</dd>
      </div>
    ))}
  </dl>
)
