import { Suspense } from 'react'
import { late } from '../../base/page/late.ts'
import { useSession } from '../../base/session/session.tsx'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'

// Apart from the page, whose parts every page of the site would otherwise name.
const Gallery = late(async () => (await import('./gallery.tsx')).Gallery)

export function Page() {
  const { status } = useSession()
  if (status === 'loading') return <Loading />
  return status === 'signed-out' ? (
    <SignInPrompt
      title="Мои работы"
      text="Войдите в систему, чтобы увидеть изображения, видео и озвучку, которые вы создали"
    />
  ) : (
    <Suspense fallback={<Loading />}>
      <Gallery />
    </Suspense>
  )
}

const Loading = () => (
  <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-8 sm:py-12">
    <h1 className="text-heading font-semibold">Мои работы</h1>
    <GallerySkeleton />
  </div>
)
