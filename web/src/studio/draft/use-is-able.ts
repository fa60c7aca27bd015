import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { startingValues } from '../../media/form/settings.ts'
import type { Change } from '../../media/form/studio-box.ts'
import { isUnableNow, useUnable, useUnableBeside } from '../../media/form/unable.ts'

/** Says of settings whether a form that begins with them can be sent: no example is offered that cannot be made now. */
export function useIsAble({ path, parameters }: StudioEntry): (settings: Change) => boolean {
  const isUnable = useUnable(path)
  const unableBeside = useUnableBeside(path)
  return (settings) => {
    const given = Object.entries(settings).filter((one): one is [string, string | number] => one[1] !== undefined)
    const isUnableHere = unableBeside({ ...startingValues(parameters, isUnable), ...Object.fromEntries(given) })
    return parameters.every((parameter) => !isUnableNow(parameter, settings[parameter.name], isUnableHere))
  }
}
