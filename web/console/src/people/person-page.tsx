import { providerNames } from '#contract/identities.ts'
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
import { KeysSection } from './keys-section.tsx'
import { LinesSection } from './lines-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { TokenButtons } from './token-buttons.tsx'
import { WalletSection } from './wallet-section.tsx'
import { documentName, planNames, premiumState, rateNames, jobState, paymentState } from './words.ts'
import { formatBytes } from '../../../src/base/format/bytes.ts'
import { formatTokens, formatCount } from '../../../src/base/format/tokens.ts'
import { formatRubles } from '../../../src/base/format/money.ts'
import { IdLink } from '../ui/id-link.tsx'
import { serviceTitle } from '../ui/job-words.ts'
import { Table } from '../ui/table.tsx'

function AccountFacts({ person: { user_id: id, account, premium, identities } }: { person: PersonCard }) {
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
        ['Входит через', identities.map((provider) => providerNames[provider]).join(', ') || null],
        [
          'Второй шаг',
          account.second_step_at === null ? 'выключен' : `включён ${formatDateTime(account.second_step_at)}`
        ],
        ['Ключи доступа', formatCount(account.passkeys)],
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
            {person.account && <KeysSection id={id} keys={person.api_keys} />}
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

const periods = { minute: 'в минуту', hour: 'в час' } as const

/** What a person may run into: places, storage, the day of Premium, and how often everybody may ask. */
function LimitsSection({ limits }: Pick<PersonCard, 'limits'>) {
  const { rates, running, covered_tokens: covered, covered_tokens_max: coveredMax } = limits
  return (
    <Section title="Лимиты">
      <Facts
        facts={[
          ['Сейчас выполняется ответов', `${running.answers} из ${running.answers_max}`],
          ['Сейчас выполняется работ', `${running.jobs} из ${running.jobs_max}`],
          ['Занято места', `${formatBytes(limits.stored_bytes)} из ${formatBytes(limits.stored_bytes_max)}`],
          [
            'По Premium за сегодня',
            covered === null || coveredMax === null ? null : `${formatTokens(covered)} из ${formatTokens(coveredMax)}`
          ],
          [
            'Запросов, у всех',
            rates.map(({ what, max, per }) => `${rateNames[what]}: ${max} ${periods[per]}`).join(', ')
          ]
        ]}
      />
    </Section>
  )
}

/** The newest ones. */
const PaymentsTable = ({ id: user, payments }: { id: string } & Pick<PersonCard, 'payments'>) => (
  <Section
    title="Платежи"
    actions={
      payments.length > 0 && (
        <a href={hrefOf('/payments', undefined, { user })} className="text-small underline">
          Все платежи
        </a>
      )
    }
  >
    <Table
      caption="Платежи"
      rows={payments}
      keyOf={({ id }) => id}
      empty="Платежей не было"
      columns={[
        { title: 'Платёж', render: ({ id }) => <IdLink to="/payments" id={id} /> },
        { title: 'Когда', render: ({ created_at: at }) => formatDateTime(at) },
        { title: 'Состояние', render: ({ status }) => paymentState(status) },
        { title: 'Сумма', render: ({ amount_kopecks: kopecks }) => formatRubles(kopecks / 100), numeric: true },
        { title: 'Токены', render: ({ tokens }) => (tokens === 0 ? 'Premium' : formatCount(tokens)), numeric: true }
      ]}
    />
  </Section>
)

/** The newest ones, without what was asked for. */
const JobsTable = ({ jobs }: Pick<PersonCard, 'jobs'>) => (
  <Section title="Работы">
    <Table
      caption="Работы"
      rows={jobs}
      keyOf={({ id }) => id}
      empty="Работ нет"
      columns={[
        { title: 'Работа', render: ({ id }) => <IdLink to="/jobs" id={id} /> },
        { title: 'Когда', render: ({ created_at: at }) => formatDateTime(at) },
        { title: 'Сервис', render: ({ service }) => serviceTitle(service) },
        { title: 'Состояние', render: ({ state }) => jobState(state) },
        { title: 'Цена', render: ({ price_tokens: price }) => formatCount(price), numeric: true }
      ]}
    />
  </Section>
)
