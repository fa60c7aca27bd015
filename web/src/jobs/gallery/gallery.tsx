import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Images, SquarePen, SearchX, Trash2 } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import type { FolderTask } from '../../base/ui/folder-dialogs.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { EmptyState, ErrorState, LoadFailure } from '../../base/ui/states.tsx'
import { CancelAll } from '../../media/job/cancel-job.tsx'
import { useKeptCardFocus } from '../../media/job/kept-focus.ts'
import { useRunningJobs } from '../../media/job/use-jobs.ts'
import { kindOf } from '../../media/job/job-order.ts'
import { formatJobs } from '../tray/jobs-tray.tsx'
import { TrayRow } from '../tray/tray-row.tsx'
import { Failures } from './failures.tsx'
import { Filters } from './filters.tsx'
import { KindFilter, kindTexts } from './kind-filter.tsx'
import { foldersQuery } from './library-calls.ts'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { kept, nothing, type Selection } from './selection.ts'
import { DeleteDialog, SelectionBar, usePlacing } from './selection-bar.tsx'
import { type Library, useLibrary, useOpenedJob } from './use-library.ts'
import { isFiltered, kinds, useWanted, type Wanted, wantedIn } from './wanted.ts'
import { JobGrid } from './job-grid.tsx'

const OpenJob = lateDialog(async () => (await import('./open-job.tsx')).OpenJob)
const FolderDialogs = lateDialog(async () => (await import('./folder-dialogs.tsx')).LibraryFolderDialogs)

/** All jobs of the user: running ones as a list, finished ones as tiles. */
export function Gallery() {
  const [params] = useSearchParams()
  // The same object while the filter is the same: the open dialog is also in the address.
  const filter = JSON.stringify(wantedIn(params))
  const wanted = useMemo(() => JSON.parse(filter) as Wanted, [filter])
  const { want } = useWanted()
  const library = useLibrary(wanted)
  const open = useOpenedJob()
  const { selection, setSelection, chosen } = useSelection(library, filter)
  const [isDeleting, setDeleting] = useState(false)
  const [task, setTask] = useState<FolderTask | null>(null)
  const endTask = (change?: { folder: number | undefined }) => {
    setTask(null)
    if (change) want(change)
  }
  const filing = usePlacing(() => setSelection(nothing))
  const ids = chosen.map(({ id }) => id)
  const file = () =>
    setTask({
      kind: 'file',
      onChoose: (folderId) => {
        filing.start({ ids, place: { folderId } })
        endTask()
      }
    })
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-8 pb-32 sm:px-8 sm:pt-12">
      <h1 className="text-heading font-semibold">Мои работы</h1>
      <KindFilter />
      <Filters onNewFolder={() => setTask({ kind: 'new' })} />
      <Running wanted={wanted} />
      {/* Its button deletes all of a kind, so it stays away where fewer are wanted. */}
      {onlyKind(wanted) && <Failures kind={wanted.kind} searchOf={open.searchOf} />}
      <FolderBar wanted={wanted} onTask={setTask} />
      {chosen.length > 0 && (
        <SelectionBar
          items={chosen}
          onClear={() => setSelection(nothing)}
          onFile={file}
          onDelete={() => setDeleting(true)}
        />
      )}
      <Content library={library} wanted={wanted}>
        <JobGrid
          items={library.items}
          total={library.total}
          open={open}
          selection={selection}
          onSelect={setSelection}
          onDelete={() => setDeleting(true)}
        />
      </Content>
      {isDeleting && <DeleteDialog items={chosen} onClose={() => setDeleting(false)} />}
      {open.id !== null && <OpenJob items={library.items} id={open.id} show={open.show} onClose={open.close} />}
      {task && (
        <FolderDialogs
          task={task}
          onClose={() => endTask()}
          onMade={(folder) => endTask({ folder })}
          onDeleted={() => endTask({ folder: undefined })}
        />
      )}
    </div>
  )
}

/** The selection, which ends with the filter, and the jobs of it that are still listed. */
function useSelection({ items }: Library, filter: string) {
  const [state, setState] = useState({ filter, selection: nothing })
  const selection = useMemo(
    () => (state.filter === filter ? kept(state.selection, items) : nothing),
    [state, filter, items]
  )
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : items.filter(({ id }) => selection.ids.has(id))),
    [items, selection]
  )
  return { selection, chosen, setSelection: (next: Selection) => setState({ filter, selection: next }) }
}

const useRunning = ({ kind, service }: Wanted) =>
  useRunningJobs().filter((job) => (kind ?? kindOf(job)) === kindOf(job) && (service ?? job.service) === job.service)

function Running({ wanted }: { wanted: Wanted }) {
  const running = useRunning(wanted)
  const focus = useKeptCardFocus(running)
  if (running.length === 0) return null
  return (
    <section {...focus} aria-labelledby="running-jobs" className="mt-6">
      <div className="flex min-h-11 max-w-xl flex-wrap items-center justify-between gap-x-3">
        <h2 id="running-jobs" className="font-semibold">
          В работе
        </h2>
        {running.length > 1 && <CancelAll jobs={running} />}
      </div>
      <ul className="mt-1 max-w-xl rounded-card border border-line bg-raised p-1.5 shadow-raised">
        {running.map((job) => (
          <TrayRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

/** The name of the folder that is shown, with what can be done with it. */
function FolderBar({ wanted, onTask }: { wanted: Wanted; onTask: (task: FolderTask) => void }) {
  const { data: folders = [] } = useQuery(foldersQuery)
  const folder = folders.find(({ id }) => id === wanted.folder)
  if (!folder) return null
  return (
    <div className="mt-6 flex items-center gap-1">
      <h2 className="min-w-0 truncate text-title font-semibold">{folder.name}</h2>
      <IconButton
        label="Переименовать папку"
        icon={<SquarePen size={16} aria-hidden />}
        onClick={() => onTask({ kind: 'rename', folder })}
      />
      <IconButton
        label="Удалить папку"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => onTask({ kind: 'delete', folder })}
      />
    </div>
  )
}

interface ContentProps {
  library: Library
  wanted: Wanted
  children: React.ReactNode
}

function Content({ library, wanted, children }: ContentProps) {
  const { data: folders } = useQuery(foldersQuery)
  if (library.state === 'loading') return <GallerySkeleton />
  if (library.state === 'failed') {
    // A folder that was deleted elsewhere cannot be read however often.
    if (wanted.folder !== undefined && folders?.every(({ id }) => id !== wanted.folder)) return <NothingFound />
    return <ErrorState text="Не удалось загрузить ваши работы" onRetry={library.reload} />
  }
  const isEmpty = library.items.length === 0 && !library.hasMore
  return (
    <div aria-busy={library.isChanging} className={library.isChanging ? 'opacity-60' : undefined}>
      <output className="mt-6 block text-small text-ink-soft">
        {`${!isEmpty ? (isFiltered(wanted) ? `Найдено: ${library.total}` : formatJobs(library.total)) : ''}${library.cut ? '. Показаны самые новые' : ''}${library.indexing ? ' Ищем в старых работах…' : ''}`}
      </output>
      {isEmpty ? isFiltered(wanted) && !onlyKind(wanted) ? <NothingFound /> : <Empty wanted={wanted} /> : children}
      {library.moreFailed && <LoadFailure what="старые работы" onRetry={library.loadMore} />}
    </div>
  )
}

const onlyKind = (wanted: Wanted): boolean => Object.keys(wanted).every((name) => name === 'kind')

const NothingFound = () => (
  <EmptyState
    icon={<SearchX size={24} aria-hidden />}
    title="Ничего не найдено"
    text="Попробуйте другие слова или уберите часть фильтров."
    action={
      <Link to={paths.library} className={buttonClass({ variant: 'secondary' })}>
        Показать все работы
      </Link>
    }
  />
)

function Empty({ wanted }: { wanted: Wanted }) {
  const { kind } = wanted
  if (useRunning(wanted).length > 0)
    return (
      <p className="mt-2 text-small text-ink-soft">
        Готовое появится здесь: вкладку можно закрыть, не дожидаясь результата.
      </p>
    )
  return (
    <div className="mt-2 rounded-card border border-dashed border-line">
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
}
