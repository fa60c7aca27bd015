import { useEffect, useState } from 'react'
import { ExternalLink, RotateCw } from 'lucide-react'
import { errorText } from '../../base/http/error-text.ts'
import { FormAlert } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { mailProviderOf } from './mail-providers.ts'
import { resendTo } from './sign-in-calls.ts'

/** The mail needs some time: a second one at once would only confuse. */
const pauseMs = 60_000

/** After a registration: where its mail is, and another one when it does not come. */
export const CheckMail = ({ email }: { email: string }) => (
  <section aria-label="Проверьте почту" className="flex flex-col gap-3">
    <FormAlert tone="success" takesFocus>
      Регистрация успешна! Проверьте email для подтверждения. Проверьте папку &quot;Входящие&quot; и &quot;Спам&quot;.
    </FormAlert>
    <p className="text-small break-words text-ink-soft">{`Письмо отправлено на ${email}. Ссылка в нём откроет ваш аккаунт.`}</p>
    <MailActions email={email} />
  </section>
)

const MailActions = ({ email }: { email: string }) => {
  const provider = mailProviderOf(email)
  const [isPaused, setPaused] = useState(false)
  const resend = useSingleMutation({
    mutationFn: resendTo,
    onSuccess: () => {
      setPaused(true)
      notify.success('Письмо с подтверждением отправлено повторно')
    },
    onError: (error) => notify.error(errorText(error, 'Ошибка отправки письма'))
  })
  useEffect(() => {
    if (!isPaused) return undefined
    const timer = setTimeout(() => setPaused(false), pauseMs)
    return () => clearTimeout(timer)
  }, [isPaused])
  return (
    <div className="flex flex-wrap gap-3">
      {provider && (
        <a href={provider.href} target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink size={17} aria-hidden />
          <span>{`Открыть ${provider.name}`}</span>
        </a>
      )}
      <Button
        variant="secondary"
        busy={resend.isPending}
        off={isPaused}
        icon={<RotateCw size={17} aria-hidden />}
        onClick={() => resend.start(email)}
      >
        {isPaused ? 'Отправлено ещё раз' : 'Отправить письмо ещё раз'}
      </Button>
    </div>
  )
}
