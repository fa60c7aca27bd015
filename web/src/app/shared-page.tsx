// What a link opens: a conversation, whose token is behind the `#`, or a work, whose token is in the query, where the server
// reads it to tell messengers what they may preview.
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

const SharedChat = lazy(async () => ({ default: (await import('../chat/sharing/shared-chat.tsx')).SharedChatView }))
const SharedWork = lazy(async () => ({ default: (await import('../jobs/sharing/shared-work.tsx')).SharedWorkView }))

export function Page() {
  const [params] = useSearchParams()
  const token = params.get('t')
  return <Suspense>{token === null ? <SharedChat /> : <SharedWork key={token} token={token} />}</Suspense>
}
