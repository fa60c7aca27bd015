// What everybody with a link to a job sees.
import { useQuery } from '@tanstack/react-query'
import { Download, Flag } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { aiMarkText } from '#contract/ai-mark.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { readSharedJob, type SharedFile, type SharedJob } from '#contract/job-shares.ts'
import { formatDate } from '../base/format/dates.ts'
import { isNotFound } from '../base/http/api-error.ts'
import { sharedKey } from '../base/http/query-keys.ts'
import { BrokenLink, complaintLink } from '../base/page/shared-link.tsx'
import { windowTitle } from '../base/pages.ts'
import { paths } from '../base/paths.ts'
import { call } from '../base/session/client.ts'
import { buttonClass } from '../base/ui/button.tsx'
import { Skeleton } from '../base/ui/skeleton.tsx'
import { ErrorState } from '../base/ui/states.tsx'
import { Frame, ratioOf } from '../media/job/frame.tsx'
import { kindOf } from '../media/job/job-order.ts'
import { kindWords } from '../media/job/job-words.ts'
import { AudioPlayer } from '../media/player/audio-player.tsx'
import { VideoPlayer } from '../media/player/video-player.tsx'

export function SharedJobView({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...sharedKey, 'job', token],
    queryFn: ({ signal }) => call(readSharedJob, { token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY
  })
  if (data) return <Shared job={data} />
  if (isNotFound(error)) return <Missing />
  return (
    <div className="mx-auto w-full max-w-text px-4 py-8">
      {error ? (
        <ErrorState text="Проверьте интернет и попробуйте ещё раз." onRetry={() => void refetch()} />
      ) : (
        <output aria-label="Загрузка работы">
          <Skeleton className="h-9 w-3/5" />
          <Skeleton className="mt-6 aspect-square max-h-[70dvh] w-full" />
        </output>
      )}
    </div>
  )
}

const Missing = () => (
  <BrokenLink
    heading="Работа"
    text="Её срок мог истечь, её могли отозвать, или адрес скопирован не целиком."
    action={
      <Link to={paths.dalle3} className={buttonClass()}>
        Создать своё изображение
      </Link>
    }
  />
)

function Shared({ job }: { job: SharedJob }) {
  const path = pathOfService(job.service)
  const tool = path ? tools[path].title : job.service
  const title = `${kindWords[kindOf(job)]} · ${tool}`
  useEffect(() => {
    document.title = windowTitle(title)
  }, [title])
  return (
    <article aria-labelledby="shared-title" className="mx-auto w-full max-w-4xl px-4 py-8 sm:py-10">
      <h1 id="shared-title" className="text-heading font-semibold">
        {title}
      </h1>
      <p className="mt-2 text-small text-ink-soft">
        {`${formatDate(job.created_at)}${job.expires_at !== null ? ` · ссылка работает до ${formatDate(job.expires_at)}` : ''}`}
      </p>
      {job.ai_mark && <p className="mt-1 text-small text-ink-soft">{aiMarkText}</p>}
      {job.files.map((file) => (
        <div key={file.url} className="mt-6">
          <Media file={file} name={job.prompt ?? title} />
          <a
            href={file.downloadUrl}
            download
            className={buttonClass({ variant: 'secondary', size: 'small', className: 'mt-3' })}
          >
            <Download size={16} aria-hidden />
            Скачать
          </a>
        </div>
      ))}
      {job.prompt !== null && (
        <section aria-label="Запрос" className="mt-6 rounded-card bg-sunken p-4">
          <p className="text-caption text-ink-soft">Запрос</p>
          <p className="mt-1 text-small wrap-anywhere whitespace-pre-line">{job.prompt}</p>
        </section>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {path && (
          <Link to={path} className={buttonClass({ variant: 'accent', size: 'small' })}>
            {`Создать своё в ${tool}`}
          </Link>
        )}
        <a href={complaintLink('работу')} className={buttonClass({ variant: 'ghost', size: 'small' })}>
          <Flag size={16} aria-hidden />
          Пожаловаться
        </a>
      </div>
    </article>
  )
}

const ignore = () => undefined

function Media({ file, name }: { file: SharedFile; name: string }) {
  if (file.type.startsWith('audio/')) return <AudioPlayer src={file.url} title={name} onError={ignore} />
  return (
    <Frame ratio={ratioOf(file) ?? 1}>
      {file.type.startsWith('video/') ? (
        <VideoPlayer src={file.url} label={name} onError={ignore} />
      ) : (
        <img src={file.url} alt={name} className="size-full object-contain" />
      )}
    </Frame>
  )
}
