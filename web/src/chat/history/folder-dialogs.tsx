// The dialogs about folders: into which one a chat goes, a new name, a deletion.
import { type ReactNode, useState, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Check, FolderMinus, Folder as FolderIcon } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import * as calls from '#contract/folders.ts'
import type { Folder } from '#contract/folders.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { menuItemClass } from '../../base/ui/menu.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'
import { shownTitle } from '../conversations/conversations.ts'
import type { Place } from '../conversations/placing.ts'
import { NameForm } from './name-form.tsx'

export type FolderTask =
  | { kind: 'file'; conversation: Conversation }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }

interface FolderDialogsProps {
  /** Null: no dialog is open. */
  task: FolderTask | null
  folders: readonly Folder[]
  onPlace: (conversation: Conversation, place: Place) => void
  onClose: () => void
}

const nameLengthMax = 60

const titles = {
  file: 'В папку',
  'rename-folder': 'Переименовать папку',
  'delete-folder': 'Удалить папку?'
}

export function FolderDialogs({ task, folders, onPlace, onClose }: FolderDialogsProps) {
  // While the dialog disappears it shows what it was about.
  const [last, setLast] = useState(task)
  if (task && task !== last) setLast(task)
  const shown = task ?? last
  return (
    <Dialog
      open={task !== null}
      onOpenChange={(open) => !open && onClose()}
      title={shown ? titles[shown.kind] : ''}
      {...(shown?.kind === 'file' && { description: `Чат «${shownTitle(shown.conversation)}»` })}
      {...(shown?.kind === 'delete-folder' && {
        description: `Чаты из папки «${shown.folder.name}» останутся в общем списке.`
      })}
    >
      {shown?.kind === 'file' && (
        <ChooseFolder
          key={shown.conversation.id}
          conversation={shown.conversation}
          folders={folders}
          onChoose={(folderId) => {
            onPlace(shown.conversation, { folderId, ...(folderId !== null && { pinned: false }) })
            onClose()
          }}
        />
      )}
      {shown?.kind === 'rename-folder' && <RenameFolder key={shown.folder.id} folder={shown.folder} onDone={onClose} />}
      {shown?.kind === 'delete-folder' && <DeleteFolder folder={shown.folder} onDone={onClose} />}
    </Dialog>
  )
}

/** A change of the folders; the lists are read again after it. */
function useFolderChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, failed }: { done: (output: Output) => void; failed: string }
) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: async (input: Input) => {
      const output = await change(input)
      await queries.invalidateQueries({ queryKey: conversationsKey })
      return output
    },
    onSuccess: done,
    onError: (error) => notify.error(errorText(error, failed))
  })
}

interface ChooseFolderProps {
  conversation: Conversation
  folders: readonly Folder[]
  onChoose: (folderId: number | null) => void
}

function ChooseFolder({ conversation: { folder_id: current }, folders, onChoose }: ChooseFolderProps) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      {folders.length > 0 && (
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
      )}
      <NewFolder onMade={onChoose} />
    </div>
  )
}

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

function NewFolder({ onMade }: { onMade: (folderId: number) => void }) {
  const [name, setName] = useState('')
  const making = useFolderChange((wanted: string) => call(calls.createFolder, { name: wanted }), {
    done: ({ folder }) => onMade(folder.id),
    failed: 'Не удалось создать папку'
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') making.start(name.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Новая папка"
        name="folder"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={making.isPending} disabled={name.trim() === ''} className="self-end">
        Создать и переместить
      </Button>
    </form>
  )
}

function RenameFolder({ folder, onDone }: { folder: Folder; onDone: () => void }) {
  const renaming = useFolderChange((name: string) => call(calls.renameFolder, { id: folder.id, name }), {
    done: onDone,
    failed: 'Не удалось переименовать папку'
  })
  return (
    <NameForm
      name={folder.name}
      lengthMax={nameLengthMax}
      busy={renaming.isPending}
      onSubmit={renaming.start}
      onCancel={onDone}
    />
  )
}

function DeleteFolder({ folder, onDone }: { folder: Folder; onDone: () => void }) {
  const deleting = useFolderChange(() => call(calls.deleteFolder, { id: folder.id }), {
    done: onDone,
    failed: 'Не удалось удалить папку'
  })
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onDone}>
        Отмена
      </Button>
      <Button variant="danger" busy={deleting.isPending} onClick={() => deleting.start(undefined)}>
        Удалить
      </Button>
    </div>
  )
}
