import { useState } from 'react'
import { changeTokens } from '#contract/operator/people/tokens.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { CheckBox } from '../../../src/base/ui/check-box.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { doneText } from '../ui/value-words.ts'

/** Buttons that give and take tokens. */
export function TokenButtons({ id }: { id: string }) {
  const [asked, setAsked] = useState<'give' | 'take' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Button size="small" onClick={() => setAsked('give')}>
        Начислить токены
      </Button>
      <Button variant="secondary" size="small" onClick={() => setAsked('take')}>
        Списать токены
      </Button>
      <TokensDialog key="give" id={id} isTaking={false} open={asked === 'give'} onClose={close} />
      <TokensDialog key="take" id={id} isTaking open={asked === 'take'} onClose={close} />
    </>
  )
}

interface TokensDialogProps {
  id: string
  isTaking: boolean
  open: boolean
  onClose: () => void
}

function TokensDialog({ id, isTaking, open, onClose }: TokensDialogProps) {
  const [amount, setAmount] = useState('')
  const [mayOwe, setMayOwe] = useState(false)
  const forget = () => {
    setAmount('')
    setMayOwe(false)
    onClose()
  }
  const tokens = /^\d+$/.test(amount.trim()) ? Number(amount) : Number.NaN
  return (
    <ChangeDialog
      open={open}
      onClose={forget}
      endpoint={changeTokens}
      title={isTaking ? 'Списать токены' : 'Начислить токены'}
      description={
        isTaking
          ? 'Человек увидит в истории строку «Списание поддержкой», без вашей причины. Зарезервированное не трогаем.'
          : 'Человек увидит в истории строку «Начисление от поддержки», без вашей причины.'
      }
      confirm={isTaking ? 'Списать' : 'Начислить'}
      danger={isTaking}
      done={({ change }) => doneText(change, isTaking ? 'Токены списаны' : 'Токены начислены')}
      input={(change) => ({ id, tokens: isTaking ? 0 - tokens : tokens, may_owe: mayOwe, ...change })}
    >
      {(problems) => (
        <>
          <TextField
            label="Сколько токенов"
            inputMode="numeric"
            autoComplete="off"
            value={amount}
            error={problems.tokens && 'Напишите целое число от 1 до 1 000 000'}
            onChange={({ target }) => setAmount(target.value)}
          />
          {isTaking && (
            <CheckBox
              label="Можно в долг: списать и то, что уже потрачено"
              checked={mayOwe}
              onChange={({ target }) => setMayOwe(target.checked)}
            />
          )}
        </>
      )}
    </ChangeDialog>
  )
}
