import { Suspense, useId } from 'react'
import { Link } from 'react-router-dom'
import { late } from '../../base/page/late.ts'
import { setSendsOnEnter, useChosenSendKey, useHasEnterToSpare } from '../../base/page/send-key.ts'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'
import { paths } from '../../base/paths.ts'
import { type SessionUser, useSession } from '../../base/session/session.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { EmailForm, PasswordForm } from './credential-forms.tsx'
import { AboutForm, NameForm } from './name-and-about.tsx'
import { PersonalData } from './personal-data.tsx'
import { ReadyChoice } from './ready-choice.tsx'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'

const BudgetForms = late(async () => (await import('./budgets.tsx')).BudgetForms)
const InviteFriend = late(async () => (await import('./invite-friend.tsx')).InviteFriend)
const MemoryLines = late(async () => (await import('../../base/memory/memory-lines.tsx')).MemoryLines)
const SharedLinks = late(async () => (await import('./shared-links.tsx')).SharedLinks)
const WaysIn = late(async () => (await import('../ways-in/ways-in.tsx')).WaysIn)

export function Page() {
  const session = useSession()
  const { status, user } = session
  if (status === 'signed-out')
    return <SignInPrompt title="Необходима авторизация" text="Войдите в систему, чтобы открыть профиль" />
  const unread = status === 'signed-in' && session.unread
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
      <h1 className="mb-8 text-heading font-semibold">Профиль</h1>
      {user && <Sections user={user} />}
      {unread && <ErrorState text="Нет ответа от сервера. Вы не вышли: как только связь вернётся, всё появится." />}
      {!user && !unread && <LoadingSections />}
    </div>
  )
}

const LoadingSections = () => (
  <>
    {['Имя', 'Email', 'Вход и безопасность'].map((title) => (
      <Section key={title} title={title}>
        <Skeleton className="h-28 max-w-md" />
      </Section>
    ))}
  </>
)

const Sections = ({ user }: { user: SessionUser }) => (
  <>
    <Section title="Имя" text="Видите только вы.">
      <NameForm user={user} />
    </Section>
    <Section title="Email" text="Смену подтверждают с обоих адресов: так аккаунт не уведут и не потеряют.">
      <EmailForm email={user.email} />
    </Section>
    <SafetySection email={user.email} />
    <Section
      title="Лимиты расходов"
      text="Чтобы не потратить больше, чем хотели. Когда лимит исчерпан, новые запросы не начинаются, а начатые доделываются. На 80 % придёт письмо. Запросы по Premium не считаются."
    >
      <Suspense fallback={<Skeleton className="h-99 max-w-md" />}>
        <BudgetForms />
      </Suspense>
    </Section>
    <Section title="Оформление">
      <div className="max-w-60">
        <ThemeSwitch />
      </div>
    </Section>
    <Section title="Отправка запроса" text="В чатах, на этом устройстве.">
      <SendKeyChoice />
    </Section>
    <Section
      title="Когда работа готова"
      text="О долгих работах, которые закончились без вас. Текста запроса в сообщении нет."
    >
      <ReadyChoice email={user.email} />
    </Section>
    <Section title="О себе" text="Это узнаёт модель в каждом чате: профессия, город, как вам удобнее читать ответы.">
      <AboutForm />
    </Section>
    <MemorySection />
    <Section title="Устройства" text="Где выполнен вход. Увидели незнакомое — выйдите там и смените пароль.">
      <Sessions />
    </Section>
    <Section title="API" text="Ключи для ваших программ: редакторы кода, боты и скрипты работают на ваших токенах.">
      <Link to={paths.apiKeys} className={buttonClass({ variant: 'secondary' })}>
        Ключи API
      </Link>
    </Section>
    <Section
      title="Ссылки"
      text="Чаты и работы, которые вы открыли по ссылке. Отозванная ссылка перестаёт работать сразу."
    >
      <Suspense fallback={<Skeleton className="h-5.5" />}>
        <SharedLinks />
      </Suspense>
    </Section>
    <Suspense>
      <InviteFriend />
    </Suspense>
    <Section
      title="Персональные данные"
      text="В архиве всё, что о вас хранится: аккаунт, согласия, чаты, операции, работы с файлами."
    >
      <PersonalData />
    </Section>
  </>
)

const SafetySection = ({ email }: { email: string }) => (
  <Section
    title="Вход и безопасность"
    text="Как вы входите и чем подтверждаете, что это вы. О каждом изменении придёт письмо."
  >
    <Suspense fallback={<Skeleton className="h-200 w-full" />}>
      <WaysIn email={email}>{(hasPassword) => <PasswordForm email={email} hasPassword={hasPassword} />}</WaysIn>
    </Suspense>
  </Section>
)

const MemorySection = () => (
  <Section
    title="Память"
    text="Что модели помнят о вас во всех чатах. Ничего не запоминается без вашего согласия, и каждую запись можно удалить."
  >
    <Suspense fallback={<Skeleton className="h-30 max-w-md" />}>
      <MemoryLines />
    </Suspense>
  </Section>
)

const choices = [
  { sends: true, label: 'Enter', text: 'Новая строка — Shift+Enter' },
  { sends: false, label: 'Ctrl+Enter', text: 'Новая строка — Enter' }
]

/** Which key sends a question; kept in this browser. */
function SendKeyChoice() {
  const sendsOnEnter = useChosenSendKey()
  const hasEnterToSpare = useHasEnterToSpare()
  const name = useId()
  if (!hasEnterToSpare)
    return <p className="text-ink-soft">На сенсорном экране Enter начинает новую строку, а отправляет кнопка.</p>
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Клавиша, которая отправляет запрос</legend>
      {choices.map(({ sends, label, text }) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={sendsOnEnter === sends}
            onChange={() => setSendsOnEnter(sends)}
            className="size-4 accent-accent"
          />
          <span>
            <span>{label}</span> <span className="text-small text-ink-soft">{`· ${text}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
