import type { SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { answeringText } from '#contract/catalogue/answering.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { instructionLengthMax, type Role, roleNameLengthMax } from '#contract/roles.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useCost } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { Select } from '../../base/ui/select.tsx'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import type { Edited } from './kept-role.ts'
import { saveRole } from './role-calls.ts'

interface RoleEditorProps {
  edited: Edited
  models: readonly ShownModel[]
  onChange: (edited: Edited) => void
  /** @param sent what was saved as this role: more may be written by now */
  onSaved: (role: Role, sent: Edited) => void
  onClose: () => void
}

const keptText = 'Вы не сохранили эту роль в прошлый раз'

/** Stands for the model of the page, because an option needs a value. */
const pageModel = 'page'

/** Writes a role of the user's own. */
export function RoleEditor({ edited, models, onChange, onSaved, onClose }: RoleEditorProps) {
  const queries = useQueryClient()
  const { name, instruction, model } = edited
  const saving = useSingleMutation({
    mutationFn: (sent: Edited) =>
      saveRole(queries, sent.role?.id ?? null, {
        name: sent.name.trim(),
        instruction: sent.instruction.trim(),
        model: sent.model
      }),
    onSuccess: onSaved,
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить роль'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isComplete) saving.start(edited)
  }
  const isComplete = name.trim() !== '' && instruction.trim() !== ''
  const { costOf, isCovered } = useCost()
  const options = models.map((one) => ({
    value: one.id,
    label: one.name,
    detail: answeringText(one) ?? '',
    note: formatTokens(costOf(one.priceTokens))
  }))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label="Название"
        name="role-name"
        data-first-focus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what has opened the editor is gone
        autoFocus
        autoComplete="off"
        placeholder="Например: Помощник по диплому"
        maxLength={roleNameLengthMax}
        value={name}
        onChange={(event) => onChange({ ...edited, name: event.target.value })}
      />
      <TextArea
        label="Инструкция"
        name="role-instruction"
        hint="Кто отвечает, для кого, в каком виде, чего не делать. Действует в каждом ответе чата."
        rows={7}
        maxLength={instructionLengthMax}
        value={instruction}
        onChange={(event) => onChange({ ...edited, instruction: event.target.value })}
        className="max-h-[40dvh] min-h-40"
      />
      <Select
        label="Модель"
        value={models.some(({ id }) => id === model) ? (model ?? pageModel) : pageModel}
        options={[{ value: pageModel, label: 'Модель, выбранная на странице' }, ...options]}
        onChange={(chosen) => onChange({ ...edited, model: chosen === pageModel ? null : chosen })}
        mark={isCovered && <PremiumBadge />}
        className="self-start"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <output className="mr-auto text-caption text-ink-soft">{edited.isKept && keptText}</output>
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
