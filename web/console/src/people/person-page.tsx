import { openPerson, type PersonCard } from '#contract/operator/people/people.ts'
import { formatDate, formatDateTime } from '../../../src/base/format/dates.ts'
import { Badge } from '../../../src/base/ui/badge.tsx'
import { hrefOf } from '../base/address.ts'
import { useCall } from '../base/use-call.ts'
import { useOperator } from '../base/use-operator.ts'
import { ActionsTable } from '../ui/actions-table.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page as Frame, Section } from '../ui/page.tsx'
import { AccountActions } from './account-actions.tsx'
import { LimitsSection } from './limits-section.tsx'
import { LinesSection } from './lines-section.tsx'
import { JobsTable, PaymentsTable } from './made-tables.tsx'
import { MailsSection } from './mails-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { TokenButtons } from './token-buttons.tsx'
import { WalletSection } from './wallet-section.tsx'
import { documentName, planNames, premiumState } from './words.ts'

function AccountFacts({ person: { user_id: id, account, premium } }: { person: PersonCard }) {
  if (!account)
    return (
      <Facts
        facts={[
          ['Id', id],
          ['Аккаунт', 'удалён; книги хранятся без имени']
        ]}
      />
    )
  return (
    <Facts
      facts={[
        ['Id', id],
        ['С нами', `с ${formatDateTime(account.created_at)}`],
        ['Почта подтверждена', account.verified_at === null ? null : formatDateTime(account.verified_at)],
        ['Тариф', planNames[account.plan]],
        ['Первая покупка', account.first_purchase_at === null ? null : formatDate(account.first_purchase_at)],
        [
          'Premium',
          premium && (
            <a key="premium" href={hrefOf('/premium', id)} className="underline">
              {`${premiumState(premium.state)}, открыт до ${formatDate(premium.access_until)}${premium.has_card ? ', карта сохранена' : ''}`}
            </a>
          )
        ]
      ]}
    />
  )
}

const Marks = ({ account }: Pick<PersonCard, 'account'>) =>
  account && (account.blocked_at !== null || account.erased_at !== null) ? (
    <span className="flex flex-wrap gap-2">
      {account.blocked_at !== null && (
        <Badge tone="danger">{`заблокирован ${formatDateTime(account.blocked_at)}`}</Badge>
      )}
      {account.erased_at !== null && <Badge tone="danger">{`будет удалён ${formatDateTime(account.erased_at)}`}</Badge>}
    </span>
  ) : null

const Consents = ({ consents }: Pick<PersonCard, 'consents'>) => (
  <Section title="Согласия">
    {consents.length === 0 ? (
      <p className="text-small text-ink-soft">Нет</p>
    ) : (
      <ul className="flex flex-col gap-1 text-small">
        {consents.map(({ document, version, given_at: at, ip }) => (
          <li key={`${document} ${version}`}>
            {`${documentName(document)}, версия ${version}: ${formatDateTime(at)}${ip !== null ? `, ${ip}` : ''}`}
          </li>
        ))}
      </ul>
    )}
  </Section>
)

/** Everything that helps a person, on one page; what the person has written is asked for separately. */
export function PersonPage({ id }: { id: string }) {
  const { may } = useOperator()
  const query = useCall(openPerson, { id })
  const account = query.data?.person.account
  return (
    <Frame
      title={account?.email ?? 'Человек'}
      intro={account ? <Marks account={account} /> : undefined}
      actions={account && may('people.change') ? <AccountActions id={id} account={account} /> : undefined}
    >
      <Loaded query={query}>
        {({ person }) => (
          <>
            <AccountFacts person={person} />
            <WalletSection
              id={id}
              balance={person.balance}
              actions={person.account && may('people.help') ? <TokenButtons id={id} /> : undefined}
            />
            <LinesSection id={id} />
            {may('books.read') && (
              <a href={hrefOf('/books', id)} className="self-start text-small underline">
                Книги по месяцам
              </a>
            )}
            {person.account && <LimitsSection limits={person.limits} />}
            {person.account && <SessionsSection id={id} sessions={person.sessions} />}
            <PaymentsTable id={id} payments={person.payments} />
            <JobsTable jobs={person.jobs} />
            {person.account && (
              <MailsSection id={id} mails={person.mails} isVerified={person.account.verified_at !== null} />
            )}
            <Consents consents={person.consents} />
            {person.account && may('people.change') && <TextsSection id={id} />}
            <Section title="Что делали операторы">
              <ActionsTable lines={person.actions} />
            </Section>
          </>
        )}
      </Loaded>
    </Frame>
  )
}
