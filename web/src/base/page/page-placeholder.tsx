import { Skeleton } from '../ui/skeleton.tsx'

/** Shown while the code of the first page is loading. */
export const PagePlaceholder = () => (
  <output aria-label="Загрузка страницы" className="mx-auto block w-full max-w-page px-4 py-10 sm:px-8">
    <Skeleton className="h-10 w-2/3 max-w-md" />
    <Skeleton className="mt-5 h-5 w-full max-w-xl" />
    <Skeleton className="mt-3 h-5 w-4/5 max-w-lg" />
  </output>
)
