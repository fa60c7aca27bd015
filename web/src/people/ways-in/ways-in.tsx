import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../base/ui/states.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { Authenticator } from './authenticator.tsx'
import { Identities } from './identities.tsx'
import { Part } from './part.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import { waysInQuery } from './ways-in-calls.ts'

interface WaysInProps {
  email: string
  /** The form of the password. */
  children: (hasPassword: boolean) => ReactNode
}

/** How the user signs in, and what makes it safer. */
export function WaysIn({ email, children }: WaysInProps) {
  const { data, isError, refetch } = useQuery(waysInQuery)
  if (!data && isError) return <LoadFailure what="способы входа" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-200 w-full" />
  return (
    <div className="flex flex-col gap-10">
      <Part
        title="Пароль"
        text={
          data.hasPassword
            ? 'После смены вы останетесь в системе здесь, а на других устройствах нужно будет войти заново.'
            : 'Пароля у вас нет: вы входите иначе. С паролем можно войти по email с любого устройства.'
        }
      >
        {children(data.hasPassword)}
      </Part>
      <Passkeys passkeys={data.passkeys} />
      <Identities identities={data.identities} />
      <Authenticator since={data.authenticatorSince} isOffered={data.takesAuthenticators} />
      <SecondStep ways={data} email={email} />
    </div>
  )
}
