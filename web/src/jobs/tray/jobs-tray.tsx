import { useEffect, useEffectEvent, useState } from 'react'
import { Images } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useLocation } from 'react-router-dom'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import type { Job } from '#contract/jobs.ts'
import { formatWorks } from './running-count.ts'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { landmark } from '../../base/ui/landmark.ts'
import { onJobEnd } from '../../media/job/job-store.ts'
import { TrayList } from './tray-list.tsx'
import { useRunningJobs } from '../../media/job/use-running-jobs.ts'

/** The user's jobs on every page: how many run, and behind the button which. */
export function JobsTray() {
  const running = useRunningJobs().length
  const [open, setOpen] = useState(false)
  const news = useNews(open)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={labelOf(running, news)}
        title="Мои работы"
        className={iconButtonClass('medium', 'relative data-[state=open]:bg-hover')}
      >
        <Images size={20} aria-hidden />
        {running > 0 ? <Count count={running} /> : news && <Dot />}
      </Popover.Trigger>
      <Popover.Portal container={landmark()}>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Мои работы"
          className="z-40 max-h-(--radix-popover-content-available-height) w-90 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating data-[state=open]:animate-rise"
        >
          <TrayList onFollow={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const labelOf = (running: number, news: boolean): string => {
  if (running > 0) return `Мои работы: в процессе ${formatWorks(running)}`
  return news ? 'Мои работы: есть новые' : 'Мои работы'
}

const Count = ({ count }: { count: number }) => (
  <span
    aria-hidden
    className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
  >
    <span className="absolute inset-0 -m-0.75 animate-breathe rounded-full border-2 border-accent/45" />
    {count}
  </span>
)

const Dot = () => <span aria-hidden className="absolute top-2 right-2 size-2 rounded-full bg-success" />

/** Whether something ended since the tray was looked at, elsewhere than before the reader's eyes. */
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
