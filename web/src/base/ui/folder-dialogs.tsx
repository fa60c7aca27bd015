// The dialogs about the folders of a list: a new one, another name, a deletion, and into which one something goes.
import { type ReactNode, useState, type SubmitEvent } from 'react'
import { Check, FolderMinus, Folder as FolderIcon } from 'lucide-react'
import { NameForm } from './name-form.tsx'
import { useSingleMutation } from '../form/use-single-mutation.ts'
import { errorText } from '../http/error-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { menuItemClass } from './menu.tsx'
import { notify } from './notify.ts'
import { TextField } from './text-field.tsx'

interface Folder {
  id: number
  name: string
}

interface Filing {
  kind: 'file'
  /** What goes into a folder. */
  description?: string
  /** Where it is now, null: in no folder. Left out where several go at once. */
  current?: number | null
  onChoose: (folderId: number | null) => void
}

export type FolderTask =
  | { kind: 'new' }
  | { kind: 'rename'; folder: Folder }
  | { kind: 'delete'; folder: Folder; description?: ReactNode }
  | Filing

/** Each resolves when lists and menus show the change. */
export interface FolderCalls {
  /** Resolves to the id of the new folder. */
  create: (name: string) => Promise<number>
  rename: (id: number, name: string) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}

interface FolderDialogsProps {
  /** Null: no dialog is open. */
  task: FolderTask | null
  folders: readonly Folder[]
  calls: FolderCalls
  /** What lies in the folders, as the first word of a sentence. */
  contents: string
  /** Of the field for the name of a new folder. */
  newLabel: string
  onClose: () => void
  /** A new folder was made for itself, to be shown. */
  onMade: (folderId: number) => void
  /** The folder is gone. */
  onDeleted: () => void
}

const nameLengthMax = 60

const titles = { new: 'Новая папка', rename: 'Переименовать папку', delete: 'Удалить папку?', file: 'В папку' }

export function FolderDialogs({ task, contents, onClose, ...props }: FolderDialogsProps) {
  // While the dialog disappears it shows what it was about.
  const [last, setLast] = useState(task)
  if (task && task !== last) setLast(task)
  const shown = task ?? last
  const description =
    shown?.kind === 'delete'
      ? (shown.description ?? `${contents} из папки «${shown.folder.name}» останутся в общем списке.`)
      : shown?.kind === 'file' && shown.description
  return (
    <Dialog
      open={task !== null}
      onOpenChange={(open) => !open && onClose()}
      title={shown ? titles[shown.kind] : ''}
      {...(description && { description })}
    >
      {shown && <Content task={shown} onClose={onClose} {...props} />}
    </Dialog>
  )
}

interface ContentProps extends Omit<FolderDialogsProps, 'task' | 'contents'> {
  task: FolderTask
}

function Content({ task, folders, calls, newLabel, onClose, onMade, onDeleted }: ContentProps) {
  switch (task.kind) {
    case 'new':
      return (
        <div className="mt-5">
          <NewFolder label={newLabel} action="Создать" create={calls.create} onMade={onMade} isFirst />
        </div>
      )
    case 'rename':
      return <RenameFolder key={task.folder.id} folder={task.folder} rename={calls.rename} onDone={onClose} />
    case 'delete':
      return <DeleteFolder folder={task.folder} remove={calls.remove} onCancel={onClose} onDone={onDeleted} />
    case 'file':
      return (
        <div key={task.description} className="mt-4 flex flex-col gap-4">
          <FolderList current={task.current} folders={folders} onChoose={task.onChoose} />
          <NewFolder
            label={newLabel}
            action="Создать и переместить"
            create={calls.create}
            onMade={task.onChoose}
            isFirst={!hasChoice(task.current, folders)}
          />
        </div>
      )
    default:
      return task satisfies never
  }
}

interface FolderListProps {
  current: number | null | undefined
  folders: readonly Folder[]
  onChoose: (folderId: number | null) => void
}

const hasChoice = (current: number | null | undefined, folders: readonly Folder[]): boolean =>
  folders.length > 0 || current !== null

const FolderList = ({ current, folders, onChoose }: FolderListProps) =>
  hasChoice(current, folders) && (
    <ul aria-label="Папки" className="-mx-2 max-h-72 overflow-y-auto">
      {folders.map(({ id, name }) => (
        <FolderChoice
          key={id}
          icon={<FolderIcon size={16} aria-hidden />}
          isCurrent={id === current}
          onClick={() => onChoose(id)}
        >
          {name}
        </FolderChoice>
      ))}
      {current !== null && (
        <FolderChoice icon={<FolderMinus size={16} aria-hidden />} isCurrent={false} onClick={() => onChoose(null)}>
          Убрать из папки
        </FolderChoice>
      )}
    </ul>
  )

interface FolderChoiceProps {
  icon: ReactNode
  isCurrent: boolean
  onClick: () => void
  children: ReactNode
}

const FolderChoice = ({ icon, isCurrent, onClick, children }: FolderChoiceProps) => (
  <li>
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      className={`${menuItemClass} text-left hover:bg-hover`}
    >
      <span className="text-ink-faint">{icon}</span>
      <span className="min-w-0 grow truncate">{children}</span>
      {isCurrent && <Check size={16} className="text-accent" aria-label="сейчас здесь" />}
    </button>
  </li>
)

/** @param failed what the user is told when the server did not do it */
const useFolderChange = <Output, Input = void>(
  change: (input: Input) => Promise<Output>,
  done: (output: Output) => void,
  failed: string
) =>
  useSingleMutation({
    mutationFn: change,
    onSuccess: done,
    onError: (error) => notify.error(errorText(error, failed))
  })

interface NewFolderProps extends Pick<FolderCalls, 'create'> {
  label: string
  action: string
  onMade: (folderId: number) => void
  /** Nothing else is asked: the field has the focus when the dialog opens. */
  isFirst: boolean
}

function NewFolder({ label, action, create, onMade, isFirst }: NewFolderProps) {
  const [name, setName] = useState('')
  const making = useFolderChange(create, onMade, 'Не удалось создать папку')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') making.start(name.trim())
  }
  return (
    <form noValidate data-unsaved={name !== ''} onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={label}
        name="folder"
        data-first-focus={isFirst || undefined}
        autoComplete="off"
        maxLength={nameLengthMax}
        readOnly={making.isPending}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={making.isPending} disabled={name.trim() === ''} className="self-end">
        {action}
      </Button>
    </form>
  )
}

interface RenameFolderProps extends Pick<FolderCalls, 'rename'> {
  folder: Folder
  onDone: () => void
}

function RenameFolder({ folder: { id, name: first }, rename, onDone }: RenameFolderProps) {
  const renaming = useFolderChange((name: string) => rename(id, name), onDone, 'Не удалось переименовать папку')
  return (
    <NameForm
      name={first}
      lengthMax={nameLengthMax}
      busy={renaming.isPending}
      onSubmit={renaming.start}
      onCancel={onDone}
    />
  )
}

interface DeleteFolderProps extends Pick<FolderCalls, 'remove'> {
  folder: Folder
  onCancel: () => void
  onDone: () => void
}

function DeleteFolder({ folder, remove, onCancel, onDone }: DeleteFolderProps) {
  const deleting = useFolderChange(() => remove(folder.id), onDone, 'Не удалось удалить папку')
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onCancel}>
        Отмена
      </Button>
      <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.start()}>
        Удалить
      </Button>
    </div>
  )
}
