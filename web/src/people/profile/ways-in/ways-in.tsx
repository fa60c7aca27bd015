import { useQuery } from '@tanstack/react-query'
import type { WaysIn as Ways } from '#contract/second-step.ts'
import { LoadFailure } from '../../../base/ui/states.tsx'
import { Skeleton } from '../../../base/ui/skeleton.tsx'
import { PasswordForm } from '../credential-forms.tsx'
import { Authenticator } from './authenticator.tsx'
import { Identities } from './identities.tsx'
import { Part } from './part.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import { waysInQuery } from './ways-in-calls.ts'

/** How the user signs in, and what makes it safer. */
export function WaysIn({ email }: { email: string }) {
  const { data, isError, refetch } = useQuery(waysInQuery)
  if (!data && isError) return <LoadFailure what="способы входа" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-200 w-full" />
  return (
    <div className="flex flex-col gap-10">
      <Password ways={data} email={email} />
      <Passkeys passkeys={data.passkeys} />
      <Identities identities={data.identities} />
      <Authenticator since={data.authenticatorSince} isOffered={data.takesAuthenticators} />
      <SecondStep ways={data} email={email} />
    </div>
  )
}

const Password = ({ ways: { hasPassword }, email }: { ways: Ways; email: string }) => (
  <Part
    title="Пароль"
    text={
      hasPassword
        ? 'После смены вы останетесь в системе здесь, а на других устройствах нужно будет войти заново.'
        : 'Пароля у вас нет: вы входите иначе. С паролем можно войти по email с любого устройства.'
    }
  >
    <PasswordForm email={email} hasPassword={hasPassword} />
  </Part>
)
