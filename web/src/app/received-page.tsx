// What another app has shared: the user says what becomes of it. Nothing is sent or made here by itself.
import { useEffect, useState } from 'react'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { PagePlaceholder } from '../base/page/page-placeholder.tsx'
import { SignInPrompt } from '../base/page/sign-in-prompt.tsx'
import { paths } from '../base/paths.ts'
import { useSession } from '../base/session/session.tsx'
import { buttonClass } from '../base/ui/button.tsx'
import { EmptyState } from '../base/ui/states.tsx'
import { Choices } from './received/choices.tsx'
import { type Received, readReceived } from './received/received.ts'

/** Why nothing is there, where the address says so. */
function reasonIn(query: URLSearchParams): string {
  if (query.has('lost'))
    return 'Сайт ещё не был готов принимать файлы из других приложений. Откройте его, подождите несколько секунд и поделитесь снова.'
  if (query.has('failed'))
    return 'Не получилось принять то, чем вы поделились: не хватило места на устройстве или приложение передало файлы с ошибкой. Попробуйте поделиться одним файлом.'
  return 'Поделитесь картинкой, текстом или файлом из другого приложения и выберите этот сайт. Полученное хранится сутки.'
}

export function Page() {
  const { status, user } = useSession()
  const [query] = useSearchParams()
  const owner = user?.id ?? null
  const [found, setFound] = useState<{ of: string | null; received: Received | null } | null>(null)
  const isKnown = status === 'signed-out' || user !== null
  useEffect(() => {
    let isWanted = true
    if (isKnown) void readReceived(owner).then((received) => isWanted && setFound({ of: owner, received }))
    return () => {
      isWanted = false
    }
  }, [isKnown, owner])
  if (!isKnown || found?.of !== owner) return <PagePlaceholder />
  const { received } = found
  const isFailure = query.has('lost') || query.has('failed')
  if (!received || isFailure || (received.text === '' && received.files.length === 0 && received.left === 0))
    return (
      <div className="m-auto">
        <h1 className="sr-only">Из другого приложения</h1>
        <EmptyState
          icon={<Inbox size={24} aria-hidden />}
          title={isFailure ? 'Не дошло' : 'Здесь пока пусто'}
          text={reasonIn(query)}
          action={
            <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
              На главную
            </Link>
          }
        />
      </div>
    )
  if (owner === null)
    return (
      <SignInPrompt
        title="Войдите, чтобы продолжить"
        text="То, чем вы поделились, сохранено на этом устройстве и подождёт сутки."
      />
    )
  return <Choices received={received} owner={owner} />
}
