import type { ReactNode } from 'react'
import { errorText } from '../../../src/base/http/error-text.ts'
import { ErrorState } from '../../../src/base/ui/states.tsx'
import { Skeleton } from '../../../src/base/ui/skeleton.tsx'

interface LoadedProps<Data> {
  /** What `useCall` returns. */
  query: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  children: (data: Data) => ReactNode
}

/** What was read, a placeholder until it is there, or why it cannot be read. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState text={errorText(error)} onRetry={() => void refetch()} />
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">Загрузка…</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-2/3" />
    </output>
  )
}
