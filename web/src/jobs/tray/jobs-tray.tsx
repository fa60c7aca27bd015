import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Images } from 'lucide-react'
import { Popover } from 'radix-ui'
import { Link, useLocation } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { counted } from '#contract/counted.ts'
import type { Job } from '#contract/jobs.ts'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { usePopup } from '../../base/ui/landmark.ts'
import { CancelAll } from '../../media/job/cancel-job.tsx'
import { useKeptCardFocus } from '../../media/job/kept-focus.ts'
import { onJobEnd } from '../../media/job/job-store.ts'
import { useKnownJobs, useRunningJobs } from '../../media/job/use-jobs.ts'
import { recentJobsQuery } from '../../media/job/job-calls.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { isEnded } from '../../media/job/job-order.ts'
import { TrayRow } from './tray-row.tsx'

/** The button of the top bar that counts running jobs and opens the list of recent ones. */
export function JobsTray() {
  const running = useRunningJobs().length
  const { open, container, onOpenChange } = usePopup()
  const news = useNews(open)
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        aria-label={labelOf(running, news)}
        title="Мои работы"
        className={iconButtonClass('medium', 'relative data-[state=open]:bg-hover')}
      >
        <Images size={20} aria-hidden />
        {running > 0 ? <Count count={running} /> : news && <Dot />}
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Мои работы"
          className="z-40 max-h-(--radix-popover-content-available-height) w-90 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating data-[state=open]:animate-rise"
        >
          <TrayList onFollow={() => onOpenChange(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const labelOf = (running: number, news: boolean): string => {
  if (running > 0) return `Мои работы: в процессе ${formatJobs(running)}`
  return news ? 'Мои работы: есть новые' : 'Мои работы'
}

const Count = ({ count }: { count: number }) => (
  <span
    aria-hidden
    className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
  >
    <span className="absolute inset-0 -m-0.75 animate-breathe rounded-full border-2 border-accent/45" />
    <span>{count}</span>
  </span>
)

const Dot = () => <span aria-hidden className="absolute top-2 right-2 size-2 rounded-full bg-success" />

/** Whether a job of another page has ended since the user last opened the tray. */
function useNews(open: boolean): boolean {
  const { pathname } = useLocation()
  const [news, setNews] = useState(false)
  const note = useEffectEvent(({ service }: Job) => {
    if (pathOfService(service) !== pathname) setNews(true)
  })
  useEffect(() => onJobEnd((job) => note(job)), [])
  if (open && news) setNews(false)
  return news
}

/** `1 работа`, `2 работы`, `5 работ` */
export const formatJobs = (count: number): string => counted(count, ['работа', 'работы', 'работ'])

const endedShown = 5

/** Running jobs, then the five that ended last. */
function TrayList({ onFollow }: { onFollow: () => void }) {
  const { isPending, isError } = useQuery(recentJobsQuery())
  const known = useKnownJobs()
  const [running, jobs] = useMemo(() => {
    const going = known.filter((job) => !isEnded(job))
    const ended = known.filter(isEnded).toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
    return [going, [...going, ...ended.slice(0, endedShown)]]
  }, [known])
  const focus = useKeptCardFocus(running)
  return (
    <section {...focus} aria-label="Последние работы">
      {running.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-1.5">
          {/* As high as the button, which gives way to a question. */}
          <p className="min-h-9 content-center pl-1.5 text-caption text-ink-faint pointer-coarse:min-h-11">{`В процессе ${formatJobs(running.length)}`}</p>
          <CancelAll jobs={running} />
        </div>
      )}
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
    </section>
  )
}

const Loading = () => (
  <output aria-label="Загрузка работ" className="flex flex-col gap-3 p-3">
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
  </output>
)
