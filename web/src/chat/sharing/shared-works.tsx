// The works of a card in a shared copy: their files are copies beside it.
import type { SharedWork } from '#contract/shares.ts'
import { apiBase } from '../../base/http/transport.ts'
import { Frame, ratioOf } from '../../media/job/frame.tsx'
import { AudioPlayer } from '../../media/player/audio-player.tsx'
import { VideoPlayer } from '../../media/player/video-player.tsx'

interface SharedWorksProps {
  works: readonly SharedWork[]
  /** What they are: «Картинка». */
  name: string
  token: string
}

export const SharedWorks = ({ works, name, token }: SharedWorksProps) => (
  <div className="flex flex-col gap-4">
    {works
      .flatMap(({ files }) => files)
      .map((file) => (
        <SharedFile key={file.index} file={file} name={name} url={`${apiBase}/shares/${token}/files/${file.index}`} />
      ))}
  </div>
)

interface SharedFileProps {
  file: SharedWork['files'][number]
  name: string
  url: string
}

/** The server has it as long as the copy, so there is nothing to try again. */
const nothing = () => undefined

function SharedFile({ file, name, url }: SharedFileProps) {
  if (file.type.startsWith('audio/')) return <AudioPlayer src={url} title={name} onError={nothing} />
  return (
    <Frame ratio={ratioOf(file) ?? (file.type.startsWith('video/') ? 16 / 9 : 1)}>
      {file.type.startsWith('video/') ? (
        <VideoPlayer src={url} label={name} onError={nothing} />
      ) : (
        <img
          src={url}
          alt={name}
          loading="lazy"
          {...(file.width && file.height && { width: file.width, height: file.height })}
          className="size-full object-contain"
        />
      )}
    </Frame>
  )
}
