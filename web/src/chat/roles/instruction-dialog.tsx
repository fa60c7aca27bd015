import { useState, type SubmitEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { instructionLengthMax } from '#contract/roles.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { useTyped } from '../../base/form/use-typed.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { TextArea } from '../../base/ui/text-field.tsx'
import { keepWords, keptWords } from '../../base/form/kept-words.ts'
import { changeInstruction, instructionQuery } from './role-calls.ts'

interface InstructionDialogProps {
  /** Null: the dialog is closed. */
  conversation: Conversation | null
  onClose: () => void
}

/** What every answer of one conversation follows. */
export const InstructionDialog = ({ conversation, onClose }: InstructionDialogProps) => (
  <Dialog
    open={conversation !== null}
    onOpenChange={(open) => !open && onClose()}
    title="Инструкция чата"
    description="Её получает модель вместе с каждым вопросом этого чата, начиная со следующего ответа."
    staysOnOutsideClick
    className="max-w-xl!"
  >
    {conversation && <Loaded key={conversation.id} id={conversation.id} onClose={onClose} />}
  </Dialog>
)

function Loaded({ id, onClose }: { id: number; onClose: () => void }) {
  const stored = useQuery(instructionQuery(id))
  // What is written stays when reading it again fails.
  if (stored.data) return <InstructionForm id={id} stored={stored.data} onClose={onClose} />
  if (stored.isError) return <LoadFailure what="инструкцию" onRetry={() => void stored.refetch()} />
  return <Skeleton className="mt-5 h-56" />
}

interface InstructionFormProps {
  id: number
  stored: { role: string | null; instruction: string }
  onClose: () => void
}

function InstructionForm({ id, stored, onClose }: InstructionFormProps) {
  const queries = useQueryClient()
  const [instruction, setInstruction] = useTyped(stored.instruction, undefined, () => keptWords(`chat:${id}`))
  const [kept] = useState(instruction !== stored.instruction)
  const keep = (text: string | null) => keepWords(`chat:${id}`, text?.trim() === stored.instruction ? null : text)
  const end = () => {
    keep(null)
    onClose()
  }
  const saving = useSingleMutation({
    mutationFn: (text: string) =>
      changeInstruction(queries, id, { role: text === '' ? null : stored.role, instruction: text }),
    // What is written meanwhile stays.
    onSuccess: (_, sent) => sent === instruction.trim() && end(),
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить инструкцию'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.start(instruction.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-6">
      <TextArea
        label={stored.role === null ? 'Инструкция' : `Инструкция роли «${stored.role}»`}
        name="instruction"
        hint="Пустая — без инструкции. Роль, из которой она взята, не изменится."
        rows={7}
        maxLength={instructionLengthMax}
        value={instruction}
        onChange={({ target: { value } }) => {
          setInstruction(value)
          keep(value)
        }}
        className="max-h-[45dvh] min-h-40"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <output className="mr-auto text-caption text-ink-soft">
          {kept && 'Вы не сохранили эту инструкцию в прошлый раз'}
        </output>
        <Button variant="secondary" onClick={end}>
          Отмена
        </Button>
        <Button type="submit" busy={saving.isPending} disabled={instruction.trim() === stored.instruction}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
