import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { recentJobsQuery } from '../../media/job/job-calls.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { TrayRow } from './tray-row.tsx'
import { useKnownJobs } from '../../media/job/use-running-jobs.ts'

const endedShown = 5

/** What runs, then what ended last. */
export function TrayList({ onFollow }: { onFollow: () => void }) {
  const { isPending, isError } = useQuery(recentJobsQuery())
  const known = useKnownJobs()
  const jobs = useMemo(() => {
    const ended = known.filter(isEnded).toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
    return [...known.filter((job) => !isEnded(job)), ...ended.slice(0, endedShown)]
  }, [known])
  return (
    <>
      {jobs.length > 0 ? (
        <ul className="flex flex-col gap-0.5">
          {jobs.map((job) => (
            <TrayRow key={job.id} job={job} onFollow={onFollow} />
          ))}
        </ul>
      ) : isPending ? (
        <Loading />
      ) : (
        <p className="px-3 py-6 text-center text-small text-ink-soft">
          {isError ? 'Не удалось загрузить работы' : 'Здесь будет видно, как создаются изображения, видео и озвучка'}
        </p>
      )}
      <Link
        to={paths.library}
        onClick={onFollow}
        className={buttonClass({ variant: 'ghost', size: 'small', className: 'mt-1 w-full' })}
      >
        Все мои работы
      </Link>
    </>
  )
}

const Loading = () => (
  <output aria-label="Загрузка работ" className="flex flex-col gap-3 p-3">
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
  </output>
)
