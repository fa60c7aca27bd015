import { useState, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { bareCode, redeemPromo, typedCodeLengthMax } from '#contract/promo.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { walletKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { setBalance } from '../../base/session/session-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'

/** Somebody was given a word that brings tokens. */
export function PromoForm() {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const redeeming = useSingleMutation({
    mutationFn: (typed: string) => call(redeemPromo, { code: typed }),
    onSuccess: ({ tokens, balance }) => {
      setBalance(balance)
      void queries.invalidateQueries({ queryKey: walletKey })
      setCode('')
      notify.success(`Начислено по промокоду: ${formatTokens(tokens)}`)
    }
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const bare = bareCode(code)
    setMissing(bare === '')
    if (bare === '') event.currentTarget.querySelector('input')?.focus()
    else redeeming.start(bare)
  }
  const refusal = redeeming.error && !redeeming.isPending ? errorText(redeeming.error) : null
  return (
    <form noValidate aria-label="Промокод" onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 grow basis-56">
        <TextField
          label="Промокод"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={typedCodeLengthMax}
          value={code}
          error={missing ? 'Введите промокод' : refusal}
          onChange={({ target }) => {
            setMissing(false)
            setCode(target.value)
          }}
        />
      </div>
      <Button type="submit" variant="secondary" busy={redeeming.isPending} className="mt-7">
        Применить
      </Button>
    </form>
  )
}
