import { useState } from 'react'
import { apiCalls } from '#contract/api-key-words.ts'
import { switchOff, switchOn } from '#contract/operator/jobs/services.ts'
import { TextArea } from '../../../../src/base/ui/text-field.tsx'
import { ChangeDialog } from '../../ui/change-dialog.tsx'

export interface Switched {
  service: string
  /** Null: the whole service. */
  model: string | null
  /** As the console calls it. */
  title: string
  /** What users are told at the moment; null: it is on. */
  text: string | null
  /** text: it stays off, and users are told something else. */
  wish: 'on' | 'off' | 'text'
}

interface SwitchDialogProps {
  /** Null: closed. */
  asked: Switched | null
  onClose: () => void
}

export const SwitchOnDialog = ({ asked, onClose }: SwitchDialogProps) => (
  <ChangeDialog
    open={asked !== null}
    onClose={onClose}
    endpoint={switchOn}
    title={`Включить: ${asked?.title ?? ''}`}
    description="Новые запросы снова принимаются не позже чем через минуту."
    confirm="Включить"
    done="Включено"
    input={(change) => ({ service: asked?.service ?? '', model: asked?.model ?? null, ...change })}
  />
)

export function SwitchOffDialog({ asked, onClose }: SwitchDialogProps) {
  const [text, setText] = useState<string | null>(null)
  const shown = text ?? asked?.text ?? ''
  const isOff = asked?.wish === 'text'
  const close = () => {
    setText(null)
    onClose()
  }
  return (
    <ChangeDialog
      open={asked !== null}
      onClose={close}
      endpoint={switchOff}
      title={`${isOff ? 'Изменить текст' : 'Выключить'}: ${asked?.title ?? ''}`}
      description={
        isOff
          ? 'Остаётся выключенным. Новый текст увидят не позже чем через минуту.'
          : 'Не позже чем через минуту новые запросы перестанут приниматься, токены за них не списываются. Начатое доделается.'
      }
      confirm={isOff ? 'Изменить текст' : 'Выключить'}
      danger={!isOff}
      done={isOff ? 'Текст изменён' : 'Выключено'}
      input={(change) => ({ service: asked?.service ?? '', model: asked?.model ?? null, text: shown, ...change })}
    >
      {(problems) => (
        <>
          <TextArea
            label="Что сказать пользователям"
            hint="Одно предложение: что случилось и когда вернётся"
            required
            maxLength={200}
            value={shown}
            error={problems.text}
            onChange={({ target }) => setText(target.value)}
            className="max-h-40"
          />
          {asked?.service !== apiCalls.service && (
            <div className="text-small">
              <p className="text-caption text-ink-faint">Так это увидят на странице сервиса</p>
              <p className="mt-1 rounded-card border border-line bg-accent-soft px-4 py-2 break-words">
                {`Временно не работает. ${shown.trim() || '…'}`}
              </p>
            </div>
          )}
        </>
      )}
    </ChangeDialog>
  )
}
