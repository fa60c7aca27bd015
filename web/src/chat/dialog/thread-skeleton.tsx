import { Skeleton } from '../../base/ui/skeleton.tsx'

export const ThreadSkeleton = () => (
  <output aria-label="Загрузка сообщений" className="flex flex-col gap-7">
    <Skeleton className="h-11 w-2/5 self-end" />
    <span className="flex flex-col gap-3">
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-2/3" />
    </span>
    <Skeleton className="h-11 w-1/3 self-end" />
    <span className="flex flex-col gap-3">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/4" />
    </span>
  </output>
)
