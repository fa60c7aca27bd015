// The dialogs about folders of works: a new one, another name, a deletion, and into which one works go.
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Folder as FolderIcon, FolderMinus } from 'lucide-react'
import * as calls from '#contract/library.ts'
import type { WorkFolder } from '#contract/library.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { menuItemClass } from '../../base/ui/menu.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'
import { foldersChanged, foldersQuery } from './library-calls.ts'

export type FolderTask =
  | { kind: 'new' }
  | { kind: 'rename'; folder: WorkFolder }
  | { kind: 'delete'; folder: WorkFolder }
  | { kind: 'file'; count: number; onChoose: (folderId: number | null) => void }

interface FolderDialogsProps {
  task: FolderTask
  onClose: () => void
  /** A new folder was made, to be shown. */
  onMade: (folderId: number) => void
  /** The folder is gone. */
  onDeleted: () => void
}

const nameLengthMax = 60

const titles = { new: 'Новая папка', rename: 'Переименовать папку', delete: 'Удалить папку?', file: 'В папку' }

export function FolderDialogs({ task, onClose, onMade, onDeleted }: FolderDialogsProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titles[task.kind]}
      {...(task.kind === 'delete' && {
        description: `Работы из папки «${task.folder.name}» останутся в общем списке.`
      })}
    >
      {task.kind === 'new' && <NewFolder action="Создать" onMade={onMade} />}
      {task.kind === 'rename' && <RenameFolder folder={task.folder} onDone={onClose} />}
      {task.kind === 'delete' && <DeleteFolder folder={task.folder} onCancel={onClose} onDone={onDeleted} />}
      {task.kind === 'file' && <ChooseFolder onChoose={task.onChoose} />}
    </Dialog>
  )
}

/** A change of the folders; lists and menus are read again after it. */
function useFolderChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, failed }: { done: (output: Output) => void; failed: string }
) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: async (input: Input) => {
      const output = await change(input)
      await foldersChanged(queries)
      return output
    },
    onSuccess: done,
    onError: (error) => notify.error(errorText(error, failed))
  })
}

interface NameFormProps {
  label: string
  name?: string
  action: string
  busy: boolean
  onSubmit: (name: string) => void
  children?: ReactNode
}

function NameForm({ label, name: first = '', action, busy, onSubmit, children }: NameFormProps) {
  const [name, setName] = useState(first)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <TextField
        label={label}
        name="folder"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button type="submit" busy={busy} disabled={name.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function NewFolder({ action, onMade }: { action: string; onMade: (folderId: number) => void }) {
  const making = useFolderChange((name: string) => call(calls.createWorkFolder, { name }), {
    done: ({ folder }) => onMade(folder.id),
    failed: 'Не удалось создать папку'
  })
  return <NameForm label="Название новой папки" action={action} busy={making.isPending} onSubmit={making.start} />
}

function RenameFolder({ folder, onDone }: { folder: WorkFolder; onDone: () => void }) {
  const renaming = useFolderChange((name: string) => call(calls.renameWorkFolder, { id: folder.id, name }), {
    done: onDone,
    failed: 'Не удалось переименовать папку'
  })
  return (
    <NameForm
      label="Название"
      name={folder.name}
      action="Сохранить"
      busy={renaming.isPending}
      onSubmit={renaming.start}
    >
      <Button variant="secondary" onClick={onDone}>
        Отмена
      </Button>
    </NameForm>
  )
}

interface DeleteFolderProps {
  folder: WorkFolder
  onCancel: () => void
  onDone: () => void
}

function DeleteFolder({ folder, onCancel, onDone }: DeleteFolderProps) {
  const queries = useQueryClient()
  const deleting = useSingleMutation({
    mutationFn: () => call(calls.deleteWorkFolder, { id: folder.id }),
    // The page first leaves the folder, whose list no longer exists.
    onSuccess: () => {
      onDone()
      void foldersChanged(queries)
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось удалить папку'))
  })
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onCancel}>
        Отмена
      </Button>
      <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.start(undefined)}>
        Удалить
      </Button>
    </div>
  )
}

function ChooseFolder({ onChoose }: { onChoose: (folderId: number | null) => void }) {
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <>
      <ul aria-label="Папки" className="-mx-2 mt-4 max-h-72 overflow-y-auto">
        {folders.map(({ id, name }) => (
          <Choice key={id} icon={<FolderIcon size={16} aria-hidden />} onClick={() => onChoose(id)}>
            {name}
          </Choice>
        ))}
        <Choice icon={<FolderMinus size={16} aria-hidden />} onClick={() => onChoose(null)}>
          Убрать из папки
        </Choice>
      </ul>
      <NewFolder action="Создать и переместить" onMade={onChoose} />
    </>
  )
}

const Choice = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) => (
  <li>
    <button type="button" onClick={onClick} className={`${menuItemClass} text-left hover:bg-hover`}>
      <span className="text-ink-faint">{icon}</span>
      <span className="min-w-0 grow truncate">{children}</span>
    </button>
  </li>
)
