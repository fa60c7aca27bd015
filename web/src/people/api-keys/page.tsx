import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { CopyButton } from '../../base/ui/copy-button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { Section } from '../profile/section.tsx'
import { baseUrl, ClientSetUp } from './client-set-up.tsx'
import { KeyList } from './key-list.tsx'
import { Usage } from './usage-section.tsx'

/** The keys of the API, for users who have programs of their own. */
export function Page() {
  const session = useSession()
  const { status, user } = session
  if (status === 'signed-out')
    return <SignInPrompt title="Необходима авторизация" text="Войдите в систему, чтобы открыть ключи API" />
  const unread = status === 'signed-in' && session.unread
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
      <Link
        to={paths.profile}
        className="mb-2 inline-flex min-h-11 items-center gap-2 text-small text-ink-soft hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden />
        <span>Профиль</span>
      </Link>
      <h1 className="text-heading font-semibold">API: ключи для ваших программ</h1>
      <p className="mt-3 mb-8 max-w-text text-ink-soft">
        Программы, которые умеют работать с OpenAI, могут спрашивать модели этого сайта. Нужны три вещи: ключ, адрес и
        имя модели.
      </p>
      {user && <Sections />}
      {unread && <ErrorState text="Нет ответа от сервера. Вы не вышли: как только связь вернётся, всё появится." />}
      {!user && !unread && (
        <Section title="Ключи">
          <Skeleton className="h-67" />
        </Section>
      )}
    </div>
  )
}

const Sections = () => (
  <>
    <Section
      title="Ключи"
      text="Для каждой программы — свой: его проще ограничить и удалить. Ключ открывает только API, войти с ним на сайт нельзя."
    >
      <KeyList />
    </Section>
    <Section title="Адрес для программ" text="В настройках программ он называется Base URL или API Base.">
      <BaseUrl />
    </Section>
    <Section title="Настройка программ" text={<SetUpHint />}>
      <ClientSetUp />
    </Section>
    <Section
      wide
      title="Расход"
      text="Дни — по московскому времени. Вызов, который ещё идёт, появится здесь, когда закончится."
    >
      <Usage />
    </Section>
  </>
)

const SetUpHint = () => (
  <>
    <p>Вместо sk-YOUR-KEY впишите свой ключ.</p>
    <Link to={paths.api} className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink">
      Вызовы, ошибки и ограничения
    </Link>
  </>
)

const BaseUrl = () => (
  <div className="flex max-w-xl flex-wrap items-center gap-3">
    <input
      readOnly
      aria-label="Адрес для программ"
      translate="no"
      value={baseUrl()}
      onFocus={(event) => event.target.select()}
      className="min-h-11 min-w-0 grow basis-60 truncate rounded-small bg-sunken px-3 font-mono text-small"
    />
    <CopyButton text={baseUrl()} what="адрес" />
  </div>
)
