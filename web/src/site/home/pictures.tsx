import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import { filledPath } from '../../base/paths.ts'
import { GalleryPicture } from '../../base/ui/gallery-picture.tsx'
import { Section } from '../section.tsx'
import { homePictures } from './home-texts.ts'

/** Pictures of the gallery, each with the request that it was made by. */
export const Pictures = () => (
  <Section title="Картинки и видео" lead="Нажмите на работу: её описание откроется в форме.">
    <ul className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {homePictures.map(({ path, prompt, ...picture }) => (
        <li key={path}>
          <Link
            to={filledPath(path, { prompt })}
            className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised shadow-raised transition hover:border-line-strong hover:shadow-floating"
          >
            <GalleryPicture {...picture} />
            <span className="p-4 text-small">
              <span className="block text-caption text-ink-faint">{tools[path].title}</span>
              <span className="mt-1 block text-ink-soft">{prompt}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)
