import { useState, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import { instructionLengthMax, roleNameLengthMax, type Role } from '#contract/roles.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Select } from '../../base/ui/select.tsx'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import { saveRole, type WrittenRole } from './role-calls.ts'

interface RoleEditorProps {
  /** Null: a new one. */
  role: Role | null
  models: readonly ChatModel[]
  onClose: () => void
}

/** Stands for the model of the page, because an option needs a value. */
const pageModel = 'page'

/** Writes a role of the user's own. */
export function RoleEditor({ role, models, onClose }: RoleEditorProps) {
  const queries = useQueryClient()
  const [name, setName] = useState(role?.name ?? '')
  const [instruction, setInstruction] = useState(role?.instruction ?? '')
  const [model, setModel] = useState(role?.model ?? null)
  const saving = useSingleMutation({
    mutationFn: (written: WrittenRole) => saveRole(queries, role?.id ?? null, written),
    onSuccess: onClose,
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить роль'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isComplete) saving.start({ name: name.trim(), instruction: instruction.trim(), model })
  }
  const isComplete = name.trim() !== '' && instruction.trim() !== ''
  const options = models.map(({ id, name: label, priceTokens }) => ({
    value: id,
    label,
    note: formatTokens(priceTokens)
  }))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label="Название"
        name="role-name"
        autoComplete="off"
        placeholder="Например: Помощник по диплому"
        maxLength={roleNameLengthMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Инструкция"
        name="role-instruction"
        hint="Кто отвечает, для кого, в каком виде, чего не делать. Действует в каждом ответе беседы."
        rows={7}
        maxLength={instructionLengthMax}
        value={instruction}
        onChange={(event) => setInstruction(event.target.value)}
        className="max-h-[40dvh] min-h-40"
      />
      <Select
        label="Модель"
        value={models.some(({ id }) => id === model) ? (model ?? pageModel) : pageModel}
        options={[{ value: pageModel, label: 'Модель, выбранная на странице' }, ...options]}
        onChange={(chosen) => setModel(chosen === pageModel ? null : chosen)}
        className="self-start"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={saving.isPending} disabled={!isComplete}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
