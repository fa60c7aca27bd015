import { Skeleton } from '../../base/ui/skeleton.tsx'

const ratios = ['aspect-square', 'aspect-video', 'aspect-square', 'aspect-square', 'aspect-video', 'aspect-square']

export const GallerySkeleton = () => (
  <output aria-label="Загрузка работ" className="mt-6 flex flex-wrap gap-3 sm:gap-4">
    {ratios.map((ratio, index) => (
      <Skeleton key={index} className={`h-28 sm:h-52 ${ratio}`} />
    ))}
  </output>
)
