import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Download, FolderInput, Star, Trash2, X } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { type LibraryItem, zipBytesMax, zipJobsMax } from '#contract/library.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatBytes } from '../../base/format/bytes.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { formatJobs } from '../tray/jobs-tray.tsx'
import { deleteAll, type Place, placeAll, zipOf } from './library-calls.ts'

/** Deleting takes several steps for each job: who wants to delete more does it in several goes. */
const deletedAtOnceMax = 500

interface SelectionBarProps {
  /** At least one. */
  items: readonly LibraryItem[]
  onClear: () => void
  onFile: () => void
  onDelete: () => void
}

/** What can be done with the selected jobs. It lies over the lower edge of the window, so that no tile moves under the pointer. */
export function SelectionBar({ items, onClear, onFile, onDelete }: SelectionBarProps) {
  const sizeBytes = items.reduce((sum, item) => sum + item.size_bytes, 0)
  const areFavourites = items.every(({ favourite }) => favourite)
  const zipping = useZip()
  const placing = usePlacing()
  const ids = items.map(({ id }) => id)
  const zipProblem = problemOfZip(items.length, sizeBytes)
  return (
    <section
      aria-label="Выбранные работы"
      className="fixed inset-x-2 bottom-2 z-30 mx-auto flex max-w-3xl flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-floating sm:bottom-4"
    >
      <IconButton label="Снять выделение" icon={<X size={18} aria-hidden />} onClick={onClear} />
      <p aria-live="polite" className="mr-auto text-small max-sm:grow">
        <span className="font-medium">{`Выбрано: ${formatJobs(items.length)}`}</span>
        <span className="text-ink-faint">{` · ${formatBytes(sizeBytes)}`}</span>
      </p>
      <Button
        size="small"
        variant="secondary"
        icon={<Download size={16} aria-hidden />}
        busy={zipping.isPending}
        onClick={() => (zipProblem === null ? zipping.start(ids) : notify.error(zipProblem))}
      >
        ZIP
      </Button>
      <Button size="small" variant="secondary" icon={<FolderInput size={16} aria-hidden />} onClick={onFile}>
        В папку
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<Star size={16} aria-hidden fill={areFavourites ? 'currentColor' : 'none'} />}
        busy={placing.isPending}
        onClick={() => placing.start({ ids, place: { favourite: !areFavourites } })}
      >
        {areFavourites ? 'Из избранного' : 'В избранное'}
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 size={16} aria-hidden />} onClick={onDelete}>
        Удалить
      </Button>
    </section>
  )
}

function problemOfZip(count: number, sizeBytes: number): string | null {
  if (count > zipJobsMax) return `В одном архиве может быть не больше ${zipJobsMax} работ. Выберите меньше`
  return sizeBytes > zipBytesMax ? 'В одном архиве может быть не больше 1 ГБ. Выберите меньше работ' : null
}

/** Asks for a ZIP and hands it to the browser's downloads. */
function useZip() {
  return useSingleMutation({
    mutationFn: (ids: readonly string[]) => zipOf(ids),
    onSuccess: ({ url, sizeBytes }) => {
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
      notify.success(`Скачиваем архив: ${formatBytes(sizeBytes)}`)
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось собрать архив'))
  })
}

/** Marks jobs as favourites or puts them into a folder. */
export function usePlacing(onDone: (place: Place) => void = () => undefined) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ ids, place }: { ids: readonly string[]; place: Place }) => {
      await placeAll(queries, ids, place)
      return place
    },
    onSuccess: onDone,
    onError: (error) => notify.error(errorText(error, 'Не удалось изменить работы'))
  })
}

interface DeleteDialogProps {
  items: readonly LibraryItem[]
  onClose: () => void
}

/** Asks once, because nothing brings the files back, and says how far it is. */
export function DeleteDialog({ items, onClose }: DeleteDialogProps) {
  const queries = useQueryClient()
  // While jobs disappear from the list, the question stays the same.
  const [ids] = useState(() => items.map(({ id }) => id))
  const [done, setDone] = useState<number | null>(null)
  const deleting = useSingleMutation({
    mutationFn: () => deleteAll(queries, ids, setDone),
    onSuccess: (count) => {
      notify.success(`Удалено: ${formatJobs(count)}`)
      onClose()
    },
    onError: (error) => {
      const reason = errorText(error, 'Не все работы удалось удалить')
      notify.error(done === null ? reason : `Удалено ${done} из ${ids.length}. ${reason}`)
    }
  })
  const isTooMany = ids.length > deletedAtOnceMax
  return (
    <Dialog
      open
      onOpenChange={() => !deleting.isPending && onClose()}
      title={`Удалить ${counted(ids.length, ['работу', 'работы', 'работ'])}?`}
      description={
        isTooMany
          ? `За один раз можно удалить не больше ${deletedAtOnceMax} работ. Выберите меньше.`
          : 'Файлы исчезнут насовсем, ссылки на них перестанут работать. Записи в истории токенов останутся.'
      }
    >
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <p aria-live="polite" className="mr-auto text-small text-ink-soft">
          {done !== null && deleting.isPending && `Удалено ${done} из ${ids.length}`}
        </p>
        <Button variant="secondary" disabled={deleting.isPending} onClick={onClose}>
          {isTooMany ? 'Понятно' : 'Не удалять'}
        </Button>
        {!isTooMany && (
          <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.start()}>
            Удалить насовсем
          </Button>
        )}
      </div>
    </Dialog>
  )
}
