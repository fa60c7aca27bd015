// What a link opens: a conversation, whose token is behind the `#`, or a job, whose token is in the query, where the server
// reads it to tell messengers what they may preview.
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { late } from '../base/page/late.ts'

const SharedChat = late(async () => (await import('../chat/sharing/shared-chat.tsx')).SharedChatView)
const SharedJob = late(async () => (await import('../jobs/shared-job.tsx')).SharedJobView)

export function Page() {
  const [params] = useSearchParams()
  const token = params.get('t')
  return <Suspense>{token === null ? <SharedChat /> : <SharedJob key={token} token={token} />}</Suspense>
}
