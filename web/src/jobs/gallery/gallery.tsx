import { lazy, Suspense, useEffect, useRef } from 'react'
import { Images } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import type { GalleryKind } from '#contract/jobs.ts'
import { TrayRow } from '../tray/tray-row.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { EmptyState, ErrorState } from '../../base/ui/states.tsx'
import { Failures } from './failures.tsx'
import { KindFilter, kindFrom, kinds, kindTexts } from './kind-filter.tsx'
import { type GalleryJobs, type OpenedJob, useGallery, useOpenedJob } from './use-gallery.ts'
import { JobTile, tileId } from './job-tile.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'

const OpenJob = lazy(async () => ({ default: (await import('./open-job.tsx')).OpenJob }))

/** All jobs of the user: running ones as a list, ended ones as tiles. */
export function Gallery() {
  const [params] = useSearchParams()
  const kind = kindFrom(params.get('kind'))
  const jobs = useGallery(kind)
  const open = useOpenedJob()
  useFocusOnReturn(open.id)
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
      <h1 className="text-heading font-semibold">Мои работы</h1>
      <KindFilter kind={kind} />
      <Running jobs={jobs} />
      <Failures kind={kind} searchOf={open.searchOf} />
      <Content jobs={jobs} kind={kind} open={open} />
      {open.id !== null && (
        <Suspense>
          <OpenJob jobs={jobs.ended} open={open} id={open.id} />
        </Suspense>
      )}
    </div>
  )
}

function Running({ jobs: { running } }: { jobs: GalleryJobs }) {
  if (running.length === 0) return null
  return (
    <section aria-labelledby="running-jobs" className="mt-6">
      <h2 id="running-jobs" className="font-semibold">
        В работе
      </h2>
      <ul className="mt-3 max-w-xl rounded-card border border-line bg-raised p-1.5 shadow-raised">
        {running.map((job) => (
          <TrayRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

function Content({ jobs, kind, open }: { jobs: GalleryJobs; kind: GalleryKind | undefined; open: OpenedJob }) {
  if (jobs.state === 'loading') return <GallerySkeleton />
  if (jobs.state === 'failed') return <ErrorState text="Не удалось загрузить ваши работы" onRetry={jobs.reload} />
  if (jobs.ended.length === 0 && !jobs.hasMore) return jobs.running.length === 0 ? <Empty kind={kind} /> : null
  return (
    <>
      <ul className="mt-6 flex flex-wrap gap-x-3 gap-y-5 [--row-height:7rem] after:grow-[999] after:content-[''] sm:gap-x-4 sm:[--row-height:13rem]">
        {jobs.ended.map((job) => (
          <JobTile key={job.id} job={job} search={open.searchOf(job.id)} />
        ))}
      </ul>
      {jobs.hasMore && (
        <div className="mt-8 flex flex-col items-center gap-3">
          {jobs.moreFailed && (
            <p role="alert" className="text-small text-danger">
              Не удалось загрузить ещё
            </p>
          )}
          <Button variant="secondary" busy={jobs.isLoadingMore} onClick={jobs.loadMore}>
            Показать ещё
          </Button>
        </div>
      )}
    </>
  )
}

const Empty = ({ kind }: { kind: GalleryKind | undefined }) => (
  <div className="mt-6 rounded-card border border-dashed border-line">
    <EmptyState
      icon={<Images size={24} aria-hidden />}
      title={kind ? kindTexts[kind].none : 'Работ пока нет'}
      text="Всё, что вы создадите, сохранится здесь: вкладку можно закрыть, не дожидаясь результата."
      action={(kind ? [kind] : kinds).map((each, index) => (
        <Link
          key={each}
          to={kindTexts[each].start.path}
          className={buttonClass({ variant: index === 0 ? 'primary' : 'secondary' })}
        >
          {kindTexts[each].start.label}
        </Link>
      ))}
    />
  </div>
)

/** When the dialog closes, focuses the tile of the job that it showed last. */
function useFocusOnReturn(openId: string | null) {
  const last = useRef(openId)
  useEffect(() => {
    const closed = openId === null ? last.current : null
    last.current = openId
    if (closed !== null) document.getElementById(tileId(closed))?.focus()
  }, [openId])
}

const ratios = ['aspect-square', 'aspect-video', 'aspect-square', 'aspect-square', 'aspect-video', 'aspect-square']

export const GallerySkeleton = () => (
  <output aria-label="Загрузка работ" className="mt-6 flex flex-wrap gap-3 sm:gap-4">
    {ratios.map((ratio, index) => (
      <Skeleton key={index} className={`h-28 sm:h-52 ${ratio}`} />
    ))}
  </output>
)
