import { useState, type ReactNode } from 'react'
import { correctWallet, openWallet, thawWallet, type OpenedWallet } from '#contract/operator/money/wallets.ts'
import { excessRefund } from '#contract/wallet-freezing.ts'
import type { PersonCard } from '#contract/operator/people/people.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import { formatTokens } from '../../../src/base/format/tokens.ts'
import { FormAlert } from '../../../src/base/form/problems.tsx'
import { Button } from '../../../src/base/ui/button.tsx'
import { TextField } from '../../../src/base/ui/text-field.tsx'
import { useCall } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { doneText } from '../ui/value-words.ts'

interface WalletSectionProps {
  id: string
  balance: PersonCard['balance']
  actions: ReactNode
}

/** The balance, whether all its lines agree with it, and how a frozen wallet is corrected and thawed. */
export function WalletSection({ id, balance, actions }: WalletSectionProps) {
  const query = useCall(openWallet, { id })
  return (
    <Section title="Кошелёк" actions={actions}>
      <Facts
        facts={[
          ['Свободно', formatTokens(balance.available_tokens)],
          ['Зарезервировано', formatTokens(balance.reserved_tokens)],
          ['Потрачено за всё время', formatTokens(balance.used_tokens)],
          ['Долг', balance.debt_tokens === 0 ? null : formatTokens(balance.debt_tokens)]
        ]}
      />
      <Loaded query={query}>{({ wallet }) => <WalletState wallet={wallet} />}</Loaded>
    </Section>
  )
}

const becauseText = (because: string | null): string =>
  because === excessRefund ? 'возврат забирает больше, чем было начислено' : (because ?? 'не записана')

/** What of the journal and the account does not fit together. */
const Disagreement = ({ wallet }: { wallet: OpenedWallet }) => (
  <>
    <ul aria-label="Что не сходится" className="list-disc pl-5 text-small">
      {wallet.violations.map((violation) => (
        <li key={violation} className="break-words">
          {violation}
        </li>
      ))}
    </ul>
    <Facts
      facts={[
        ['Свободно по последней строке', formatTokens(wallet.free_tokens)],
        ['Свободно по сумме строк', formatTokens(wallet.counted.free_tokens)],
        ['Зарезервировано по сумме строк', formatTokens(wallet.counted.reserved_tokens)],
        ['Открытых резервов', String(wallet.open_reservations)]
      ]}
    />
  </>
)

function WalletState({ wallet }: { wallet: OpenedWallet }) {
  const { may } = useOperator()
  const [asked, setAsked] = useState<'thaw' | 'correct' | null>(null)
  const close = () => setAsked(null)
  const { frozen_at: frozenAt, frozen_because: because, agrees } = wallet
  const isExcess = because === excessRefund
  if (frozenAt === null)
    return <p className="text-small text-ink-soft">Не заморожен. Все строки журнала сходятся с балансом.</p>
  return (
    <>
      <FormAlert tone="danger">
        {`Заморожен ${formatDateTime(frozenAt)}: новые запросы не принимаются. Причина: ${becauseText(because)}`}
      </FormAlert>
      {isExcess && (
        <p className="text-small">
          Деньги за покупку вернулись, а столько токенов, сколько она дала, этому кошельку уже не принадлежит. Исправьте
          баланс так, чтобы их хватило: возвращённое спишется само в течение пары минут, и кошелёк можно разморозить.
        </p>
      )}
      {agrees && !isExcess && (
        <p className="text-small text-ink-soft">
          Журнал посчитан с первой строки и сходится: кошелёк можно разморозить.
        </p>
      )}
      {!agrees && <Disagreement wallet={wallet} />}
      {may('wallets.change') && (
        <div className="flex flex-wrap gap-2">
          {agrees && (
            <Button variant={isExcess ? 'secondary' : 'primary'} onClick={() => setAsked('thaw')}>
              Разморозить
            </Button>
          )}
          {(!agrees || isExcess) && (
            <Button variant={isExcess ? 'primary' : 'secondary'} onClick={() => setAsked('correct')}>
              Исправить баланс
            </Button>
          )}
        </div>
      )}
      <ChangeDialog
        open={asked === 'thaw'}
        onClose={close}
        endpoint={thawWallet}
        title="Разморозить кошелёк"
        description="Журнал посчитают ещё раз. Если он сходится, человек сразу сможет работать, иначе кошелёк останется замороженным."
        confirm="Разморозить"
        done="Кошелёк разморожен"
        input={(change) => ({ id: wallet.user_id, ...change })}
      />
      <CorrectionDialog open={asked === 'correct'} onClose={close} wallet={wallet} />
    </>
  )
}

interface CorrectionDialogProps {
  open: boolean
  onClose: () => void
  wallet: OpenedWallet
}

function CorrectionDialog({ open, onClose, wallet }: CorrectionDialogProps) {
  const [free, setFree] = useState('')
  return (
    <ChangeDialog
      open={open}
      onClose={() => {
        setFree('')
        onClose()
      }}
      endpoint={correctWallet}
      title="Исправить баланс"
      description="В журнал добавится одна строка, после которой свободно будет столько, сколько вы напишете. Кошелёк останется замороженным: разморозьте его отдельно. Прибавка входит в ваш дневной предел; сверх него нужен второй оператор."
      confirm="Исправить"
      danger
      done={({ change }) => doneText(change, 'Баланс исправлен')}
      input={(change) => ({
        id: wallet.user_id,
        free_tokens: free.trim() === '' ? Number.NaN : Number(free),
        seq: wallet.seq,
        ...change
      })}
    >
      {(problems) => (
        <TextField
          label="Сколько токенов должно быть свободно"
          hint={`Сейчас по сумме строк: ${wallet.counted.free_tokens}. Долг пишется с минусом`}
          inputMode="numeric"
          value={free}
          error={problems.free_tokens && 'Напишите целое число'}
          onChange={({ target }) => setFree(target.value)}
        />
      )}
    </ChangeDialog>
  )
}
