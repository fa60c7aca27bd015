import { useEffect, useState } from 'react'
import { endWayIn, type WayIn } from '../../base/session/way-in.ts'
import { useSession } from '../../base/session/session.tsx'
import { registerPath } from '../../base/links.ts'
import { paths } from '../../base/paths.ts'
import { keptQuestion } from '../../base/session/kept-question.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { CheckMail } from './check-mail.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { giftText, RegistrationForm } from './registration-form.tsx'
import { ModeSwitch, SignInForm } from './sign-in-form.tsx'
import { inviteOf, tripTo } from './trip.ts'

type Step = 'register' | 'mail' | 'sign-in'

const titles: Record<Step, string> = { register: 'Создать аккаунт', mail: 'Проверьте почту', 'sign-in': 'Вход' }

/** Registration and sign-in over what the visitor wants to send. Closes by itself when this browser is signed in, by whichever tab. */
export function WayInDialog({ isOpen, prompt, onClose }: WayIn) {
  const { status } = useSession()
  const [step, setStep] = useState<Step>('register')
  // Stays through all steps, and while the dialog is closed.
  const [email, setEmail] = useState('')
  useEffect(() => {
    if (status === 'signed-in') endWayIn()
  }, [status])
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={titles[step]}
      staysOnOutsideClick
      className="max-w-lg!"
      description={
        step !== 'mail' && (
          <>
            <span>Необходимо войти в систему. </span>
            {step === 'register' && <span>{giftText}</span>}
          </>
        )
      }
    >
      <div className="group/way-in mt-5 flex flex-col gap-5">
        <KeptWords text={prompt} />
        <Steps step={step} onStep={setStep} email={email} onEmailChange={setEmail} />
      </div>
    </Dialog>
  )
}

const KeptWords = ({ text }: { text: string }) => (
  <div className="border-l-2 border-accent pl-3 text-small">
    <p className="text-caption text-ink-faint">Ваш запрос сохранён, его останется отправить</p>
    <p className="mt-0.5 line-clamp-2 break-words text-ink-soft">{text}</p>
  </div>
)

const returnTo = () => tripTo(paths.home, { asks: keptQuestion()?.at, invite: inviteOf() })

interface StepsProps {
  step: Step
  onStep: (step: Step) => void
  email: string
  onEmailChange: (email: string) => void
}

function Steps({ step, onStep, email, onEmailChange }: StepsProps) {
  if (step === 'mail')
    return (
      <>
        <CheckMail email={email.trim()} />
        <p className="text-small text-ink-soft">
          Откроете ссылку в этом браузере — страница узнает об этом сама. Подтвердили на другом устройстве? Войдите
          здесь.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => onStep('sign-in')}>
            Войти
          </Button>
          <Button variant="ghost" onClick={() => onStep('register')}>
            Изменить адрес
          </Button>
        </div>
      </>
    )
  const registering = step === 'register'
  return (
    <>
      <ProviderButtons returnTo={returnTo} left={{ from: registerPath(returnTo()), email }} />
      {registering ? (
        <RegistrationForm
          email={email}
          invite={inviteOf()}
          onEmailChange={onEmailChange}
          onRegistered={() => onStep('mail')}
        />
      ) : (
        <>
          <SignInForm email={email} onEmailChange={onEmailChange} onSignedIn={endWayIn} />
          <ForgotPassword email={email} />
        </>
      )}
      <ModeSwitch registering={registering} onSwitch={() => onStep(registering ? 'sign-in' : 'register')} />
    </>
  )
}
