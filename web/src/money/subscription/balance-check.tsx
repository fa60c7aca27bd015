import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Scale, TriangleAlert } from 'lucide-react'
import type { BalanceCheck } from '#contract/wallet.ts'
import { errorText } from '../../base/http/error-text.ts'
import { walletKey } from '../../base/http/query-keys.ts'
import { checkedBalance } from '../../base/session/wallet.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { operator } from '../../base/site-operator.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { SumLines, type SumLine } from '../../base/ui/sum-lines.tsx'
import { formatChange } from './usage-row.ts'

/** Asks the server to sum the whole ledger; `check` is its last result. */
export function useBalanceCheck() {
  const [check, setCheck] = useState<BalanceCheck | null>(null)
  const queries = useQueryClient()
  const checking = useSingleMutation({
    mutationFn: checkedBalance,
    onSuccess: (found) => {
      setCheck(found)
      // The balance above must be of the same moment as the result.
      void queries.invalidateQueries({ queryKey: walletKey })
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось проверить баланс'))
  })
  return { check, isChecking: checking.isPending, start: () => checking.start() }
}

export const CheckButton = ({ onClick, busy }: { onClick: () => void; busy: boolean }) => (
  <Button variant="secondary" size="small" icon={<Scale size={16} aria-hidden />} busy={busy} onClick={onClick}>
    Проверить баланс
  </Button>
)

/** Screen readers announce every new result. */
export const CheckResult = ({ check }: { check: BalanceCheck | null }) => (
  <div aria-live="polite">
    {check && (
      <div className="mt-4 rounded-card border border-line bg-raised p-4 shadow-raised sm:p-5">
        {check.agrees ? <Agrees check={check} /> : <Disagrees check={check} />}
      </div>
    )}
  </div>
)

const Agrees = ({ check }: { check: BalanceCheck }) => (
  <>
    <p className="flex items-center gap-2 font-semibold text-success">
      <CircleCheck size={20} aria-hidden />
      Баланс сходится
    </p>
    <Proof check={check} />
  </>
)

const Disagrees = ({ check }: { check: BalanceCheck }) => (
  <>
    <p className="flex items-center gap-2 font-semibold text-danger">
      <TriangleAlert size={20} aria-hidden />
      Баланс не сходится
    </p>
    <p className="mt-2 max-w-text text-small">
      <span>{`${
        sumOf(check) === shownOf(check)
          ? 'Сумма совпадает, но в журнале операций есть ошибочная запись. '
          : 'Сумма операций в журнале и показанный баланс отличаются. '
      }Это наша ошибка, мы уже получили сообщение о ней. Пока мы разбираемся, новые списания приостановлены, а ваши токены никуда не денутся. Если нужно срочно, напишите:`}</span>{' '}
      <a href={`mailto:${operator.supportEmail}`} className="font-medium underline underline-offset-4">
        {operator.supportEmail}
      </a>
    </p>
    <Proof check={check} />
  </>
)

const Proof = ({ check }: { check: BalanceCheck }) => (
  <>
    <SumLines lines={checkLines(check)} className="mt-4 max-w-md" />
    <p className="mt-3 text-caption text-ink-soft">
      {`Сложили все операции за всё время: ${formatCount(check.operations)}. Проверено ${formatDateTime(check.checkedAt)}`}
    </p>
  </>
)

/** Tokens that can be spent; negative for a debt. */
const tokensText = (free: number): string => (free < 0 ? `долг ${formatTokens(0 - free)}` : formatTokens(free))

/** The balance according to the ledger. */
const sumOf = (check: BalanceCheck): number =>
  check.purchasedTokens +
  check.grantedTokens +
  check.correctedTokens -
  check.takenBackTokens -
  check.chargedTokens -
  check.reservedTokens

/** The balance that the user sees. */
const shownOf = ({ tokens, debtTokens }: BalanceCheck): number => tokens - debtTokens

/** The opening balance plus credits and corrections, minus refunds, charges and reservations; lines of zero are left out. */
export function checkLines(check: BalanceCheck): SumLine[] {
  const parts: [name: string, change: number][] = [
    ['Куплено', check.purchasedTokens],
    ['Подарено', check.grantedTokens],
    ['Исправлено поддержкой', check.correctedTokens],
    ['Снято при возврате денег и поддержкой', 0 - check.takenBackTokens],
    ['Потрачено', 0 - check.chargedTokens],
    ['Зарезервировано на то, что в работе', 0 - check.reservedTokens]
  ]
  return [
    { name: 'При регистрации', value: formatTokens(0) },
    ...parts.filter(([, change]) => change !== 0).map(([name, change]) => ({ name, value: formatChange(change) })),
    { name: 'Получается по журналу', value: tokensText(sumOf(check)), total: true },
    { name: 'Показано на балансе', value: tokensText(shownOf(check)) }
  ]
}
