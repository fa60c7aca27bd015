// The panel of a project: what a folder of chats is called, what all of its chats follow, and which files they have.
import { type SubmitEvent, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { formatCount } from '#contract/counted.ts'
import { type Project, projectInstructionLengthMax } from '#contract/projects.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { useTyped } from '../../base/form/use-typed.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import { keepWords, keptWords } from '../../base/form/kept-words.ts'
import { NewChat } from './new-chat.tsx'
import { saveProject, switchMemory } from './project-calls.ts'
import { ProjectFiles } from './project-files.tsx'
import { projectQuery } from './use-project.ts'

export interface ShownFolder {
  id: number
  name: string
}

export interface ProjectDialogProps {
  /** Null: the dialog is closed. */
  folder: ShownFolder | null
  /** To whom a question of the open chat would go; null: it was opened from the list. */
  asked: { page: ChatPage; model: ShownModel } | null
  onClose: () => void
}

export function ProjectDialog({ folder, asked, onClose }: ProjectDialogProps) {
  // While the dialog disappears it shows what it was about.
  const [last, setLast] = useState(folder)
  if (folder && folder !== last) setLast(folder)
  const shown = folder ?? last
  return (
    <Dialog
      open={folder !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Проект «${shown?.name ?? ''}»`}
      description="Инструкция и файлы действуют во всех чатах этой папки, какая бы модель ни отвечала."
      staysOnOutsideClick
      className="max-w-2xl!"
    >
      {shown && <Loaded key={shown.id} folder={shown} asked={asked} onClose={onClose} />}
    </Dialog>
  )
}

interface LoadedProps extends Pick<ProjectDialogProps, 'asked' | 'onClose'> {
  folder: ShownFolder
}

function Loaded({ folder, asked, onClose }: LoadedProps) {
  const read = useQuery(
    projectQuery(folder.id, asked ? { service: asked.page.service, model: asked.model.id } : undefined)
  )
  if (!read.data && read.isError) return <LoadFailure what="проект" onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton className="mt-5 h-96" />
  return (
    <div className="mt-5 flex flex-col gap-7">
      <Words folder={folder} stored={read.data} />
      <ProjectFiles folderId={folder.id} project={read.data} />
      <Memory folderId={folder.id} memory={read.data.memory} />
      <NewChat folderId={folder.id} asked={asked} onBegun={onClose} />
    </div>
  )
}

const nameLengthMax = 60

/** Name and instruction, which are saved when the user says so. */
function Words({ folder, stored }: { folder: ShownFolder; stored: Project }) {
  const queries = useQueryClient()
  const [name, setName] = useTyped(folder.name)
  const [instruction, setInstruction] = useTyped(stored.instruction, undefined, () => keptWords(`project:${folder.id}`))
  const [kept] = useState(instruction !== stored.instruction)
  const write = (text: string) => {
    setInstruction(text)
    keepWords(`project:${folder.id}`, text.trim() === stored.instruction ? null : text)
  }
  const saving = useSingleMutation({
    mutationFn: (after: { name: string; instruction: string }) =>
      saveProject(queries, folder.id, { name: folder.name, instruction: stored.instruction }, after),
    onSuccess: (_, sent) => {
      // What is written meanwhile stays kept.
      if (sent.instruction === instruction.trim()) keepWords(`project:${folder.id}`, null)
      notify.success('Проект сохранён')
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить проект'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') saving.start({ name: name.trim(), instruction: instruction.trim() })
  }
  const isChanged = name.trim() !== folder.name || instruction.trim() !== stored.instruction
  const isLong = instruction.length > projectInstructionLengthMax
  return (
    <form noValidate data-unsaved={name.trim() !== folder.name} onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Название"
        name="project-name"
        autoComplete="off"
        maxLength={nameLengthMax}
        error={name.trim() === '' ? 'Введите название' : null}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Инструкция проекта"
        name="project-instruction"
        hint={`Модель получает её с каждым вопросом. ${formatCount(instruction.length)} из ${formatCount(projectInstructionLengthMax)} символов`}
        error={isLong ? 'Слишком длинная инструкция' : null}
        rows={4}
        value={instruction}
        onChange={(event) => write(event.target.value)}
        className="max-h-[35dvh] min-h-28"
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <output className="mr-auto text-caption text-ink-soft">
          {isChanged && (kept ? 'Вы не сохранили эту инструкцию в прошлый раз' : 'Есть несохранённые изменения')}
        </output>
        <Button type="submit" busy={saving.isPending} disabled={!isChanged || isLong || name.trim() === ''}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}

function Memory({ folderId, memory }: { folderId: number; memory: boolean }) {
  const queries = useQueryClient()
  const switching = useSingleMutation({
    mutationFn: (wanted: boolean) => switchMemory(queries, folderId, wanted),
    onError: (error) => notify.error(errorText(error, 'Не удалось переключить память'))
  })
  return (
    <section aria-label="Память">
      <CheckBox
        label="Память: учитывать в этом проекте то, что вы разрешили о себе помнить"
        checked={memory}
        busy={switching.isPending}
        onChange={(event) => switching.start(event.target.checked)}
      />
    </section>
  )
}
